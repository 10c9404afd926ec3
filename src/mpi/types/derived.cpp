// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/datatype.hpp>

#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>

namespace ashlar::mpi {
namespace {

void check_shape(const char* what, Shape shape) {
  expect(shape.rows >= 0 && shape.cols >= 0, what, ": the matrix cannot be ", shape.rows, "x",
         shape.cols);
}

void check_range(const char* what, const Datatype::Strided& range, Index extent) {
  expect(range.step >= 1, "strided section: the step of the ", what, " is ", range.step,
         ", but must be at least 1");
  expect(range.count >= 0 && range.first >= 0, "strided section: ", range.count, " ", what,
         " from ", range.first, " on make no section");
  expect(range.count == 0 ||
             (range.first < extent && range.count - 1 <= (extent - 1 - range.first) / range.step),
         "strided section: ", range.count, " ", what, " from ", range.first, " on, each ",
         range.step, " after the last, reach beyond the matrix, which has ", extent);
}

/// Elements in line `k`: columns of row k in C order, rows of column k in Fortran order.
Range line_of(const Datatype::Triangle& spec, Index k) {
  if (spec.uplo == Uplo::General) return {0, spec.n};
  const Index left_out = spec.diag == Diag::Unit ? 1 : 0;
  const bool runs_to_the_end = (spec.uplo == Uplo::Upper) == (spec.order == StorageOrder::C);
  if (runs_to_the_end) return {k + left_out, spec.n};
  return {0, k + 1 - left_out};
}

}  // namespace

Datatype Datatype::strided_section(Shape shape, StorageOrder order, const Strided& rows,
                                   const Strided& cols, DatatypeView element) {
  check_shape("strided section", shape);
  check_range("rows", rows, shape.rows);
  check_range("columns", cols, shape.cols);
  const bool row_by_row = order == StorageOrder::C;
  const Strided& line = row_by_row ? cols : rows;
  const Strided& lines = row_by_row ? rows : cols;
  const Index bytes = element.extent();
  const Index line_bytes = ashlar::detail::checked_product(row_by_row ? shape.cols : shape.rows,
                                                           bytes, "bytes of a line");

  const Datatype one = Datatype::hvector(
      {line.count, 1, ashlar::detail::checked_product(line.step, bytes, "stride in bytes")},
      element);
  const Datatype all = Datatype::hvector(
      {lines.count, 1, ashlar::detail::checked_product(lines.step, line_bytes, "stride in bytes")},
      one);
  if (lines.first == 0 && line.first == 0) return Datatype::dup(all);
  const Index start = ashlar::detail::checked_product(lines.first, line_bytes, "offset in bytes") +
                      line.first * bytes;
  return Datatype::hindexed_block(1, std::vector<Index>{start}, all);
}

Datatype Datatype::triangle(const Triangle& spec, DatatypeView element) {
  expect(spec.n >= 0, "triangle: n is ", spec.n, ", but must be at least 0");
  const Index ld = spec.ld == 0 ? spec.n : spec.ld;
  expect(ld >= spec.n, "triangle: ld is ", ld, ", but must be at least n = ", spec.n);
  const Index line_bytes = ashlar::detail::checked_product(ld, element.extent(), "bytes of a line");
  std::vector<Block> blocks;
  for (Index k = 0; k < spec.n; ++k) {
    const Range line = line_of(spec, k);
    if (line.empty()) continue;
    blocks.push_back(
        {line.size(), ashlar::detail::checked_product(k, line_bytes, "offset in bytes") +
                          line.first * element.extent()});
  }
  return Datatype::hindexed(blocks, element);
}

Datatype Datatype::transposed_matrix(Shape shape, StorageOrder order, DatatypeView element) {
  check_shape("transposed matrix", shape);
  const Shape stored = order == StorageOrder::C ? shape : shape.transposed();
  // One column of the stored rows, repeated one element further for each next column.
  const Index bytes = element.extent();
  const Datatype column = Datatype::hvector(
      {stored.rows, 1, ashlar::detail::checked_product(stored.cols, bytes, "bytes of a line")},
      element);
  return Datatype::hvector({stored.cols, 1, bytes}, column);
}

}  // namespace ashlar::mpi
