// SPDX-License-Identifier: BSD-3-Clause
#include "matrix_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <ashlar/base/error.hpp>

#include "base/instantiate.hpp"
#include "matrix_plot.hpp"
#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::pictures {
namespace {

/// Partition of an extent into lengths that differ by one at most. Longer parts are spread evenly,
/// so that equal sizes show indices in place.
struct Parts {
  Index extent, count;

  /// k * extent / count, without overflow.
  Index start(Index k) const { return k * (extent / count) + k * (extent % count) / count; }
  Index of(Index i) const {
    const double guess = static_cast<double>(i) / static_cast<double>(extent);
    Index k = std::min(count - 1, static_cast<Index>(guess * static_cast<double>(count)));
    while (start(k) > i) --k;
    while (start(k + 1) <= i) ++k;
    return k;
  }
};

std::vector<Index> parts_of(const Axis& axis, Range local, Index shift, const Parts& parts,
                            int process) {
  std::vector<Index> result;
  for (Index l = local.first; l < local.last; ++l)
    result.push_back(parts.of(axis.to_global(process, l) + shift));
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
         "matrix_picture: ", most.rows, "x", most.cols, " cells; give from 1x1 to ", largest, "x",
         largest);
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
void MatrixSketch::add(const DistMatrix<T>& part, Section section, Index row, Index col) {
  const auto coord = part.coord();
  if (!coord || section.shape().empty()) return;
  const Axis &down = part.layout().rows(), &across = part.layout().cols();
  const Range il = down.local_range(coord->row, section.rows);
  const Range jl = across.local_range(coord->col, section.cols);
  const auto rows =
      parts_of(down, il, row - section.rows.first, {shape_.rows, cells_.rows}, coord->row);
  const auto cols =
      parts_of(across, jl, col - section.cols.first, {shape_.cols, cells_.cols}, coord->col);
  const auto local = part.local();
  const auto add_one = [&](Index i, Index j) {
    (*this)(rows[i], cols[j]).add(value_in_sketch(local(il.first + i, jl.first + j)));
  };
  if (local.is_column_major()) {
    for (Index j = 0; j < jl.size(); ++j)
      for (Index i = 0; i < il.size(); ++i) add_one(i, j);
  } else {
    for (Index i = 0; i < il.size(); ++i)
      for (Index j = 0; j < jl.size(); ++j) add_one(i, j);
  }
}

void MatrixSketch::add_element(Index row, Index col, double value) {
  const Parts rows{shape_.rows, cells_.rows}, cols{shape_.cols, cells_.cols};
  (*this)(rows.of(row), cols.of(col)).add(value);
}

SketchCell MatrixSketch::total() const {
  SketchCell sum;
  for (const SketchCell& cell : all_) sum.add(cell);
  return sum;
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

template <Element T>
Picture matrix_picture(const DistMatrix<T>& a, const MatrixPictureOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "matrix_picture", mpi::same("the layout", a.layout()),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the section", options.section),
                                 mpi::same("the most cells", options.most_cells));
  const Section section = ashlar::detail::section_of("matrix_picture", options.section, a.shape());
  MatrixSketch sketch(section.shape(), options.most_cells);
  sketch.add(a, section);
  sketch.add_all(a.comm());
  return picture_of(std::move(sketch), options);
}

#define ASHLAR_INSTANTIATE(T)                                                   \
  template void MatrixSketch::add(const DistMatrix<T>&, Section, Index, Index); \
  template Picture matrix_picture(const DistMatrix<T>&, const MatrixPictureOptions&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::pictures
