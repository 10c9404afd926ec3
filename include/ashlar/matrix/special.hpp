// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <ashlar/matrix/random.hpp>

// Well-known matrices as functions of the global indices: for generate(), fill_with() and as
// oracles of tests.

namespace ashlar {

/// One on the diagonal, else zero.
template <Element T>
struct Identity {
  T operator()(Index i, Index j) const { return i == j ? T(1) : T(0); }
};

/// The Hilbert matrix 1 / (i + j + 1): symmetric positive definite and famously ill-conditioned.
template <Scalar T>
struct Hilbert {
  T operator()(Index i, Index j) const {
    return T(RealOf<T>(1) / static_cast<RealOf<T>>(i + j + 1));
  }
};

/// min(i, j) + 1: symmetric positive definite; its inverse is the second-difference matrix.
template <Element T>
struct MinIJ {
  T operator()(Index i, Index j) const { return T(static_cast<RealOf<T>>(std::min(i, j) + 1)); }
};

/// Constant along its diagonals: first_column[i - j] on and below the main one, first_row[j - i]
/// above.
/// @pre both vectors reach as far as the matrix; first_row[0] is not used
template <Element T>
class Toeplitz {
 public:
  Toeplitz(std::vector<T> first_column, std::vector<T> first_row)
      : first_column_(std::move(first_column)), first_row_(std::move(first_row)) {}

  /// @throws ArgumentError if (i, j) lies beyond the given values
  T operator()(Index i, Index j) const {
    const std::vector<T>& values = i >= j ? first_column_ : first_row_;
    const Index k = i >= j ? i - j : j - i;
    expect(k < static_cast<Index>(values.size()), "Toeplitz: element (", i, ", ", j,
           ") wants value ", k, " of the first ", i >= j ? "column" : "row", ", but only ",
           values.size(), " were given");
    return values[static_cast<std::size_t>(k)];
  }

 private:
  std::vector<T> first_column_;
  std::vector<T> first_row_;
};

/// Uniform random numbers from [-1, 1) off the diagonal, and 2n on it: every row and column of an n
/// x n matrix is dominated by its diagonal (complex parts included), so that LU needs no pivoting
/// and the condition is small.
template <Scalar T>
class DiagonallyDominant {
 public:
  DiagonallyDominant(std::uint64_t seed, Index n) : uniform_(seed, -1, 1), n_(n) {}
  T operator()(Index i, Index j) const {
    return i == j ? T(static_cast<RealOf<T>>(2 * n_)) : uniform_(i, j);
  }

 private:
  Uniform<T> uniform_;
  Index n_;
};

/// A random symmetric (complex: Hermitian) positive definite matrix of order n: uniform numbers
/// from [-1, 1) that mirror each other across a diagonal of 2n.
template <Scalar T>
class PositiveDefinite {
 public:
  PositiveDefinite(std::uint64_t seed, Index n) : dominant_(seed, n) {}
  T operator()(Index i, Index j) const {
    return i >= j ? dominant_(i, j) : conjugate(dominant_(j, i));
  }

 private:
  DiagonallyDominant<T> dominant_;
};

}  // namespace ashlar
