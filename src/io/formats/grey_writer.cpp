// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/grey_writer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/agree.hpp>

#include "io/file_error.hpp"
#include "io/formats/packed_lines.hpp"

namespace ashlar::io {
namespace {

constexpr Index most_pixels = Index{1} << 31;

template <Element T>
std::vector<std::uint8_t> scaled(const T* numbers, Shape shape, const std::string& path) {
  const Index count = shape.rows * shape.cols;
  for (Index k = 0; k < count; ++k)
    if (!std::isfinite(static_cast<double>(numbers[k])))
      throw file_error(path, concat("element (", k / shape.cols, ", ", k % shape.cols, ") is ",
                                    numbers[k], ", which no grey stands for"));
  const auto [least, greatest] = std::minmax_element(numbers, numbers + count);
  // Halves: the whole range may exceed the largest number.
  const double from = static_cast<double>(*least) / 2;
  const double range = static_cast<double>(*greatest) / 2 - from;
  std::vector<std::uint8_t> greys(static_cast<std::size_t>(count));
  for (Index k = 0; k < count && range > 0; ++k) {
    const double share = (static_cast<double>(numbers[k]) / 2 - from) / range;
    greys[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(std::lround(share * 255));
  }
  return greys;
}

}  // namespace

std::string refuse_image(const NewMatrix& matrix, Index largest_side) {
  const auto [rows, cols] = matrix.shape;
  const DType dtype = matrix.dtype;
  if (dtype == DType::Complex64 || dtype == DType::Complex128)
    return concat("an image holds no ", to_string(dtype));
  if (!matrix.style.stored_as.empty())
    return concat("an image cannot store ", matrix.style.stored_as);
  if (dtype != DType::UInt8 && dtype != DType::UInt16 && !matrix.style.scaled)
    return concat("an image holds uint8 and uint16, not ", to_string(dtype),
                  "; convert it, or scale it from black to white");
  if (rows < 1 || cols < 1) return concat("an image of ", rows, "x", cols, " has no pixel");
  if (rows > largest_side || cols > largest_side || rows > most_pixels / cols)
    return concat("an image of ", rows, "x", cols, " is too large: at most ", largest_side,
                  " pixels a side and 2^31 in all");
  return {};
}

std::vector<std::uint8_t> scaled_to_grey(DType dtype, const void* numbers, Shape shape,
                                         const std::string& path) {
  return visit_element(dtype, [&](auto tag) -> std::vector<std::uint8_t> {
    using T = typename decltype(tag)::type;
    if constexpr (is_complex<T>) throw file_error(path, "complex numbers have no order of greys");
    else return scaled(static_cast<const T*>(numbers), shape, path);
  });
}

void GreyWriter::write(const Lines& lines) {
  mpi::together(comm_, [&] {
    if (lines.mine.empty()) return;
    if (!std::exchange(has_begun_, true)) begin();
    const Index length = matrix_.shape.cols, width = static_cast<Index>(size_of(matrix_.dtype));
    for_packed_lines(lines, length, width, [&](Range rows, const char* data) {
      if (matrix_.style.scaled)
        kept_.insert(kept_.end(), data, data + rows.size() * length * width);
      else write_rows(data, rows.size());
    });
  });
}

void GreyWriter::commit() {
  mpi::together(comm_, [&] {
    if (!has_begun_) return;
    if (matrix_.style.scaled) {
      const auto greys = scaled_to_grey(matrix_.dtype, kept_.data(), matrix_.shape, path_);
      write_rows(greys.data(), matrix_.shape.rows);
    }
    finish();
  });
  file_.commit();
}

void GreyWriter::append(const void* data, Index bytes) {
  file_.write(written_, data, bytes);
  written_ += bytes;
}

}  // namespace ashlar::io
