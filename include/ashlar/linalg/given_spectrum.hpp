// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

// Random matrices whose singular values, eigenvalues or condition are given (LAPACK's test routine
// ?latms): a diagonal between products of a few random reflections. The singular vectors are
// random, but not evenly so. The same layout, ranks and seed give the same bits.

namespace ashlar {

/// Distribution of numbers that fall from 1 to 1 / condition.
enum class Decay {
  Geometric,   ///< by a constant factor
  Arithmetic,  ///< by a constant difference
  OneSmall,    ///< all are 1, but the last
  OneLarge,    ///< all are 1 / condition, but the first
};

/// Options of random_with_condition.
struct GivenCondition {
  double condition = 1;            ///< [same] of the 2-norm, 1 or more
  Decay decay = Decay::Geometric;  ///< [same]
  std::uint64_t seed = 1;          ///< [same]
};

namespace detail {
template <Scalar T>
DistMatrix<T> given_singular_values(mpi::CommunicatorView comm, const Layout& layout,
                                    std::span<const ashlar::RealOf<T>> sigma, std::uint64_t seed);
template <Scalar T>
DistMatrix<T> given_eigenvalues(mpi::CommunicatorView comm, const Layout& layout,
                                std::span<const ashlar::RealOf<T>> lambda, std::uint64_t seed);
}  // namespace detail

/// `count` numbers from 1 down to 1 / condition.
/// @throws ArgumentError unless condition is a number from 1 on
std::vector<double> falling_to(Index count, double condition, Decay decay = Decay::Geometric);

/// A = U diag(sigma) V^H with random orthogonal (unitary) U and V: its singular values are |sigma|
/// but for rounding.
/// @param sigma  [same] min(rows, cols) numbers, in any order
/// @throws ArgumentError if there are more or fewer
/// @collective over `comm`
/// @cost O(rows cols); two vectors of extra memory
/// @example auto a = random_with_singular_values<double>(comm, layout, falling_to(n, 1e6), 42);
template <Scalar T>
DistMatrix<T> random_with_singular_values(mpi::CommunicatorView comm, const Layout& layout,
                                          const std::vector<double>& sigma, std::uint64_t seed) {
  const std::vector<RealOf<T>> rounded(sigma.begin(), sigma.end());
  return detail::given_singular_values<T>(comm, layout, rounded, seed);
}

/// A = Q diag(lambda) Q^H with a random orthogonal (unitary) Q: symmetric (Hermitian) bit by bit,
/// its eigenvalues are lambda but for rounding.
/// @param lambda  [same] a number for each row, in any order
/// @throws ArgumentError if there are more or fewer, or the layout is of no square matrix
/// @collective over `comm`
/// @cost O(rows cols), and a move of half the matrix; two vectors of extra memory
template <Scalar T>
DistMatrix<T> random_symmetric_with_eigenvalues(mpi::CommunicatorView comm, const Layout& layout,
                                                const std::vector<double>& lambda,
                                                std::uint64_t seed) {
  const std::vector<RealOf<T>> rounded(lambda.begin(), lambda.end());
  return detail::given_eigenvalues<T>(comm, layout, rounded, seed);
}

/// A random matrix of 2-norm 1 and a given condition.
/// @throws ArgumentError unless the condition is a number from 1 on
/// @collective over `comm`, with the cost of random_with_singular_values
/// @example auto a = random_with_condition<double>(comm, layout, {.condition = 1e10});
template <Scalar T>
DistMatrix<T> random_with_condition(mpi::CommunicatorView comm, const Layout& layout,
                                    const GivenCondition& options) {
  const auto [rows, cols] = layout.shape();
  return random_with_singular_values<T>(
      comm, layout, falling_to(rows < cols ? rows : cols, options.condition, options.decay),
      options.seed);
}

/// A random matrix with orthonormal columns; orthonormal rows, if it has more columns than rows.
/// @param seed  [same]
/// @collective over `comm`, with the errors and cost of random_with_singular_values
template <Scalar T>
DistMatrix<T> random_orthogonal(mpi::CommunicatorView comm, const Layout& layout,
                                std::uint64_t seed) {
  return random_with_condition<T>(comm, layout, {.seed = seed});
}

}  // namespace ashlar
