// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/rows_and_cols.hpp>

#include <algorithm>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/move/aligned.hpp>
#include <ashlar/move/assembler.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "dealt_vector.hpp"
#include "line_exchange.hpp"
#include "operand.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

void check_permutation(const char* function, std::span<const Index> perm, Index count) {
  expect(std::ssize(perm) == count, function, ": ", counted(perm.size(), "number"), " for ", count,
         " lines; give one for each");
  std::vector<bool> seen(perm.size(), false);
  for (const Index k : perm) {
    expect(k >= 0 && k < count, function, ": index ", k, " is outside the lines 0:", count);
    expect(!seen[static_cast<std::size_t>(k)], function, ": line ", k,
           " stands twice; a permutation names each once");
    seen[static_cast<std::size_t>(k)] = true;
  }
}

// Lines sent along a grid line, in the order of the result.
LineLists lists_of(const Axis& from, Range section, const Axis& to, int me,
                   std::span<const Index> perm) {
  const Index before = from.local_count_below(me, section.first);
  LineLists lists;
  lists.sent.resize(static_cast<std::size_t>(from.nprocs));
  lists.received.resize(static_cast<std::size_t>(from.nprocs));
  for (Index k = 0; k < std::ssize(perm); ++k) {
    const Index line = section.first + perm[static_cast<std::size_t>(k)];
    const int sender = from.owner(line), receiver = to.owner(k);
    if (sender == me)
      lists.sent[static_cast<std::size_t>(receiver)].push_back(from.to_local(line) - before);
    if (receiver == me) lists.received[static_cast<std::size_t>(sender)].push_back(to.to_local(k));
  }
  return lists;
}

// Any lines from any rank, for a section that begins within a block, which changes the
// distribution.
template <Scalar T>
void by_elements(const MatrixView<const T>& a, Along along, std::span<const Index> perm,
                 DistMatrix<T>& result) {
  std::vector<Index> lines[2];
  for (Index il = 0; il < result.local_rows(); ++il) lines[0].push_back(result.global_row(il));
  for (Index jl = 0; jl < result.local_cols(); ++jl) lines[1].push_back(result.global_col(jl));
  for (Index& k : lines[along == Along::Rows ? 0 : 1]) k = perm[static_cast<std::size_t>(k)];
  get_values_into(a, lines[0], lines[1], result.local());
}

// The lines `perm` of `a`, repeated or omitted.
template <Scalar T>
DistMatrix<T> picked(const MatrixView<const T>& a, Along along, std::span<const Index> perm,
                     const Layout& layout) {
  const bool by_row = along == Along::Rows;
  DistMatrix<T> result(a.comm(), layout, {.init = Init::Uninitialized});
  const Shape all = layout.shape();
  const bool stays_on_lines =
      layout.ranks() == a.layout().ranks() &&
      (by_row ? deals_alike(a.layout().cols(), a.section().cols, layout.cols(), {0, all.cols})
              : deals_alike(a.layout().rows(), a.section().rows, layout.rows(), {0, all.rows}));
  if (!stays_on_lines) {
    by_elements(a, along, perm, result);
    return result;
  }
  const auto& grid = mpi::Context::of(a.comm()).grid_communicators(layout.ranks());
  const auto& coord = result.coord();
  if (!coord) return result;
  const bool is_fortran = a.matrix().storage_order() == StorageOrder::Fortran;
  if (by_row)
    exchange_rows<T>(a.local(), result.local(),
                     lists_of(a.layout().rows(), a.section().rows, layout.rows(), coord->row, perm),
                     is_fortran, grid.col.native());
  else
    exchange_rows<T>(a.local().transposed(), result.local().transposed(),
                     lists_of(a.layout().cols(), a.section().cols, layout.cols(), coord->col, perm),
                     !is_fortran, grid.row.native());
  return result;
}

// An axis for another number of lines; slabs, one per process, remain slabs.
Axis axis_for(Axis axis, Index count) {
  const bool is_in_slabs =
      axis.nprocs > 1 && axis.block >= (axis.extent + axis.nprocs - 1) / axis.nprocs;
  if (is_in_slabs) axis.block = std::max<Index>(1, (count + axis.nprocs - 1) / axis.nprocs);
  axis.extent = count;
  return axis;
}

template <Scalar T>
DistMatrix<T> taken(const char* function, const MatrixView<const T>& a, Along along,
                    std::span<const Index> indices, const Layout* wanted) {
  const bool by_row = along == Along::Rows;
  const mpi::CollectiveCall call(a.comm(), function, mpi::same("A", a),
                                 mpi::same("the indices", indices));
  const auto [rows, cols] = a.shape();
  const Index count = std::ssize(indices), lines = by_row ? rows : cols;
  for (const Index k : indices)
    expect(k >= 0 && k < lines, function, ": there is no ", by_row ? "row " : "column ", k,
           " in a ", rows, "x", cols, " matrix; indices count from 0 to ", lines - 1);
  const Shape shape = by_row ? Shape{count, cols} : Shape{rows, count};
  if (wanted != nullptr) {
    expect(wanted->shape() == shape, function, ": the layout is of ", wanted->shape().rows, "x",
           wanted->shape().cols, ", but the result is ", shape.rows, "x", shape.cols);
    return picked(a, along, indices, *wanted);
  }
  const Layout whole = section_layout(a.layout(), a.section());
  return picked(a, along, indices,
                by_row ? Layout(axis_for(whole.rows(), count), whole.cols(), whole.ranks())
                       : Layout(whole.rows(), axis_for(whole.cols(), count), whole.ranks()));
}

}  // namespace

template <Scalar T>
DistMatrix<T> permute_rows(const MatrixView<const T>& a, std::span<const Index> perm) {
  const mpi::CollectiveCall call(a.comm(), "permute_rows", mpi::same("A", a),
                                 mpi::same("the permutation", perm));
  check_permutation("permute_rows", perm, a.shape().rows);
  return picked(a, Along::Rows, perm, section_layout(a.layout(), a.section()));
}

template <Scalar T>
DistMatrix<T> permute_cols(const MatrixView<const T>& a, std::span<const Index> perm) {
  const mpi::CollectiveCall call(a.comm(), "permute_cols", mpi::same("A", a),
                                 mpi::same("the permutation", perm));
  check_permutation("permute_cols", perm, a.shape().cols);
  return picked(a, Along::Cols, perm, section_layout(a.layout(), a.section()));
}

template <Scalar T>
DistMatrix<T> take_rows(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout) {
  return taken("take_rows", a, Along::Rows, indices, layout);
}

template <Scalar T>
DistMatrix<T> take_cols(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout) {
  return taken("take_cols", a, Along::Cols, indices, layout);
}

#define ASHLAR_INSTANTIATE(T)                                                              \
  template DistMatrix<T> permute_rows(const MatrixView<const T>&, std::span<const Index>); \
  template DistMatrix<T> permute_cols(const MatrixView<const T>&, std::span<const Index>); \
  template DistMatrix<T> take_rows(const MatrixView<const T>&, std::span<const Index>,     \
                                   const Layout*);                                         \
  template DistMatrix<T> take_cols(const MatrixView<const T>&, std::span<const Index>,     \
                                   const Layout*);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
