// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/layout/shape.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "local/lines.hpp"
#include "mpi/collectives.hpp"
#include "reduce.hpp"

namespace ashlar::detail {

/// All norms of a matrix in parts, such as a file larger than memory. Keeps sums of all rows and
/// columns, or of a panel's only.
class NormSums {
 public:
  /// For parts in any order.
  explicit NormSums(Shape shape) {
    rows_.begin({0, shape.rows});
    cols_.begin({0, shape.cols});
  }
  /// For panels of whole lines, each on one rank: rows in C order, else columns.
  NormSums(Shape shape, StorageOrder order) : order_(order) {
    if (order == StorageOrder::C) cols_.begin({0, shape.cols});
    else rows_.begin({0, shape.rows});
  }

  /// Begins a part; the previous panel's sums are complete. [local]
  void begin(Section part) {
    if (order_ == StorageOrder::C) rows_.begin(part.rows);
    if (order_ == StorageOrder::Fortran) cols_.begin(part.cols);
  }

  /// Adds the modulus of element (i, j). [local]
  void add(double modulus, Index i, Index j) {
    has_nan_ = has_nan_ || std::isnan(modulus);
    most_ = std::max(most_, modulus);  // unchanged for NaN
    rows_.add(modulus, i);
    cols_.add(modulus, j);
    // Against overflow and underflow of squares.
    if (modulus > far) large_.add(square(modulus * (1 / scale)));
    else if (modulus < 1 / far) small_.add(square(modulus * scale));
    else usual_.add(square(modulus));
  }

  /// @collective
  /// @param comm  the library's communicator
  void add_all(mpi::CommunicatorView comm) {
    if (order_ != StorageOrder::C) rows_.add_all(comm);
    if (order_ != StorageOrder::Fortran) cols_.add_all(comm);
    double figures[] = {has_nan_ ? 1.0 : 0.0, most_, rows_.largest(), cols_.largest()};
    mpi::all_reduce(comm, std::span<double>(figures), MPI_MAX);
    has_nan_ = figures[0] > 0;
    most_ = figures[1];
    largest_row_ = figures[2];
    largest_col_ = figures[3];
    for (Sum* sum : {&small_, &usual_, &large_}) {
      Sum total;
      for (const double part : mpi::all_gather(comm, sum->value())) total.add(part);
      *sum = total;
    }
  }

  /// As norm(), after add_all. [local]
  double value(Norm kind) const {
    if (has_nan_) return std::numeric_limits<double>::quiet_NaN();
    switch (kind) {
      case Norm::Max: return most_;
      case Norm::One: return largest_col_;
      case Norm::Inf: return largest_row_;
      case Norm::Frobenius: break;
    }
    if (std::isinf(most_)) return most_;  // std::hypot might lose it
    return std::hypot(std::sqrt(usual_.value()), std::sqrt(large_.value()) * scale,
                      std::sqrt(small_.value()) / scale);
  }

 private:
  using Sum = local::LongSum<double>;
  static constexpr double far = 0x1p400, scale = 0x1p600;

  /// Sums of some rows or columns, and the largest earlier one.
  class Lines {
   public:
    void begin(Range lines) {
      done_ = largest();
      first_ = lines.first;
      sums_.assign(static_cast<std::size_t>(lines.size()), 0.0);
    }
    void add(double modulus, Index line) {
      sums_[static_cast<std::size_t>(line - first_)] += modulus;
    }
    void add_all(mpi::CommunicatorView comm) {
      sum_over(comm.native(), sums_.data(), std::ssize(sums_));
    }
    double largest() const {
      double most = done_;
      for (const double sum : sums_) most = std::max(most, sum);
      return most;
    }

   private:
    Index first_ = 0;
    std::vector<double> sums_;
    double done_ = 0;
  };

  static double square(double x) { return x * x; }

  std::optional<StorageOrder> order_;
  Lines rows_, cols_;
  Sum small_, usual_, large_;
  double most_ = 0, largest_row_ = 0, largest_col_ = 0;
  bool has_nan_ = false;
};

}  // namespace ashlar::detail
