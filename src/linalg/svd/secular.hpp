// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "linalg/local/tile.hpp"

namespace ashlar::detail {

/// A rank's share of the secular equation of a merge: some of its k roots, and their singular
/// vectors of the small matrix (after Gu and Eisenstat, as in LAPACK ?lasd3). [local]
template <class R>
class SecularShare {
 public:
  /// Allocates for `count` roots of an equation of up to `order`.
  void reserve(Index order, Index count) {
    left_.resize(static_cast<std::size_t>(order * count));
    right_.resize(static_cast<std::size_t>(order * count));
    z_.resize(static_cast<std::size_t>(order));
  }

  /// Writes roots [mine.first, mine.last) of the equation with k poles and weights z to d.
  /// @param products  gets this share's factors of the z that has exactly these roots
  /// @return INFO of ?lasd4
  int find_roots(Index k, Range mine, const R* poles, const R* z, R* d, R* products);

  /// Computes the vectors of those roots. `z` is the product of all shares' products, up to signs.
  /// @param signs  a vector with the signs of z
  /// @param order  the 1-based index in z of each row of the vectors; the first is not read
  void make_vectors(const R* poles, const R* z, const R* signs, const std::int32_t* order);

  /// k rows, one column per root. Right vectors may be changed.
  local::Tile<const R> left() const { return {left_.data(), k_, count(), k_}; }
  local::Tile<R> right() { return {right_.data(), k_, count(), k_}; }

  /// Memory for other uses between merges.
  R* scratch() { return left_.data(); }

 private:
  Index count() const { return mine_.size(); }

  Index k_ = 0;
  Range mine_;
  std::vector<R> left_, right_;  // first differences and sums of roots and poles
  std::vector<R> z_;
};

}  // namespace ashlar::detail
