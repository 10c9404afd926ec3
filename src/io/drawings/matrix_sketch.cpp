// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/matrix_sketch.hpp>

#include <algorithm>
#include <cmath>

#include <ashlar/base/expect.hpp>

#include "base/instantiate.hpp"
#include "mpi/collectives.hpp"
#include "value_in_sketch.hpp"

namespace ashlar::io {
namespace {

/// An extent cut into parts whose lengths differ by one at most; the longer ones are spread evenly,
/// so that parts drawn with one size show every index where it is.
struct Parts {
  Index extent, count;

  /// k * extent / count, without a product that could overflow.
  Index start(Index k) const { return k * (extent / count) + k * (extent % count) / count; }
  Index of(Index i) const {
    const double guess = static_cast<double>(i) / static_cast<double>(extent);
    Index k = std::min(count - 1, static_cast<Index>(guess * static_cast<double>(count)));
    while (start(k) > i) --k;
    while (start(k + 1) <= i) ++k;
    return k;
  }
};

/// The part in which each of this rank's rows or columns lies.
std::vector<Index> parts_of(const Axis& axis, int process, Index first, const Parts& parts) {
  std::vector<Index> result(static_cast<std::size_t>(axis.local_count(process)));
  for (std::size_t l = 0; l < result.size(); ++l)
    result[l] = parts.of(first + axis.to_global(process, static_cast<Index>(l)));
  return result;
}

}  // namespace

void SketchCell::add(double value) {
  if (value != 0) ++nonzeros;
  if (std::isnan(value)) {
    ++nans;
    return;
  }
  if (std::isfinite(value)) {
    ++finite;
    sum += value;
  }
  low = std::min(low, value);
  high = std::max(high, value);
}

void SketchCell::add(const SketchCell& other) {
  nonzeros += other.nonzeros;
  finite += other.finite;
  nans += other.nans;
  sum += other.sum;
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

double SketchCell::mean() const {
  return finite > 0 ? sum / static_cast<double>(finite) : std::numeric_limits<double>::quiet_NaN();
}

double SketchCell::largest_modulus() const {
  return low <= high ? std::max(std::abs(low), std::abs(high))
                     : std::numeric_limits<double>::quiet_NaN();
}

MatrixSketch::MatrixSketch(Shape shape, Shape most) : shape_(shape) {
  constexpr Index largest = 4096;
  expect(most.rows >= 1 && most.cols >= 1 && most.rows <= largest && most.cols <= largest,
         "sketch: ", most.rows, "x", most.cols, " cells; give from 1x1 to ", largest, "x", largest);
  expect(shape.rows >= 0 && shape.cols >= 0, "sketch: of a ", shape.rows, "x", shape.cols,
         " matrix; sizes are at least 0");
  cells_ = {std::min(shape.rows, most.rows), std::min(shape.cols, most.cols)};
  all_.resize(static_cast<std::size_t>(cells_.rows * cells_.cols));
}

Range MatrixSketch::rows_of(Index row) const {
  const Parts parts{shape_.rows, cells_.rows};
  return {parts.start(row), parts.start(row + 1)};
}

Range MatrixSketch::cols_of(Index col) const {
  const Parts parts{shape_.cols, cells_.cols};
  return {parts.start(col), parts.start(col + 1)};
}

template <Element T>
void MatrixSketch::add(const DistMatrix<T>& part, Index row, Index col) {
  const bool fits =
      row >= 0 && col >= 0 && row <= shape_.rows - part.rows() && col <= shape_.cols - part.cols();
  expect(fits, "sketch: a part of ", part.rows(), "x", part.cols(), " elements at (", row, ",", col,
         ") reaches beyond the ", shape_.rows, "x", shape_.cols, " matrix");
  const auto coord = part.coord();
  if (!coord || part.shape().empty()) return;
  const auto rows = parts_of(part.layout().rows(), coord->row, row, {shape_.rows, cells_.rows});
  const auto cols = parts_of(part.layout().cols(), coord->col, col, {shape_.cols, cells_.cols});
  const auto local = part.local();
  const auto add_one = [&](Index il, Index jl) {
    (*this)(rows[static_cast<std::size_t>(il)], cols[static_cast<std::size_t>(jl)])
        .add(value_in_sketch(local(il, jl)));
  };
  if (local.is_column_major()) {
    for (Index jl = 0; jl < local.cols; ++jl)
      for (Index il = 0; il < local.rows; ++il) add_one(il, jl);
  } else {
    for (Index il = 0; il < local.rows; ++il)
      for (Index jl = 0; jl < local.cols; ++jl) add_one(il, jl);
  }
}

void MatrixSketch::add_element(Index row, Index col, double value) {
  expect(0 <= row && row < shape_.rows && 0 <= col && col < shape_.cols, "sketch: element (", row,
         ",", col, ") is outside the ", shape_.rows, "x", shape_.cols, " matrix");
  const Parts rows{shape_.rows, cells_.rows}, cols{shape_.cols, cells_.cols};
  (*this)(rows.of(row), cols.of(col)).add(value);
}

void MatrixSketch::add_all(mpi::CommunicatorView comm) {
  const std::size_t cells = all_.size();
  std::vector<Index> counts;
  std::vector<double> sums, ends;
  counts.reserve(3 * cells);
  sums.reserve(cells);
  ends.reserve(2 * cells);
  for (const SketchCell& cell : all_) {
    counts.insert(counts.end(), {cell.nonzeros, cell.finite, cell.nans});
    sums.push_back(cell.sum);
    ends.insert(ends.end(), {-cell.low, cell.high});
  }
  mpi::all_reduce(comm, std::span(counts), MPI_SUM);
  mpi::all_reduce(comm, std::span(sums), MPI_SUM);
  mpi::all_reduce(comm, std::span(ends), MPI_MAX);
  for (std::size_t k = 0; k < cells; ++k)
    all_[k] = {counts[3 * k], counts[3 * k + 1], counts[3 * k + 2],
               sums[k],       -ends[2 * k],      ends[2 * k + 1]};
}

#define ASHLAR_INSTANTIATE(T) template void MatrixSketch::add(const DistMatrix<T>&, Index, Index);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
