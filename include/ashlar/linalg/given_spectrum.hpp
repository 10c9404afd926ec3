// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

// Random matrices with given singular values, eigenvalues or condition (LAPACK ?latms): a diagonal
// matrix between products of a few random reflections, so that singular vectors are not uniformly
// distributed. Equal layout, ranks and seed give equal bits.

namespace ashlar {

/// Decrease of numbers from 1 to 1 / condition.
enum class Decay {
  Geometric,   ///< by a constant factor
  Arithmetic,  ///< by a constant difference
  OneSmall,    ///< all 1 but the last
  OneLarge,    ///< all 1 / condition but the first
};

/// Options of random_with_condition. [same]
struct GivenCondition {
  double condition = 1;  ///< in the 2-norm, at least 1
  Decay decay = Decay::Geometric;
  std::uint64_t seed = 1;
};

namespace detail {
template <Scalar T>
DistMatrix<T> given_singular_values(mpi::CommunicatorView comm, const Layout& layout,
                                    std::span<const ashlar::RealOf<T>> sigma, std::uint64_t seed);
template <Scalar T>
DistMatrix<T> given_eigenvalues(mpi::CommunicatorView comm, const Layout& layout,
                                std::span<const ashlar::RealOf<T>> lambda, std::uint64_t seed);
/// Returns `count` numbers from 1 down to 1 / condition.
/// @throws ArgumentError unless condition is at least 1
std::vector<double> falling_to(Index count, double condition, Decay decay = Decay::Geometric);
}  // namespace detail

/// Makes A = U diag(sigma) V^H with random unitary U and V; its singular values are |sigma| up to
/// rounding.
/// @param sigma  [same] min(rows, cols) numbers, in any order
/// @throws ArgumentError for another number of values
/// @collective
/// @cost O(rows cols); two vectors of extra memory
/// @example auto a = random_with_singular_values<double>(comm, layout, {3, 2, 1}, 42);
template <Scalar T>
DistMatrix<T> random_with_singular_values(mpi::CommunicatorView comm, const Layout& layout,
                                          const std::vector<double>& sigma, std::uint64_t seed) {
  const std::vector<RealOf<T>> rounded(sigma.begin(), sigma.end());
  return detail::given_singular_values<T>(comm, layout, rounded, seed);
}

/// Makes A = Q diag(lambda) Q^H with a random unitary Q, exactly symmetric (Hermitian) with
/// eigenvalues lambda up to rounding.
/// @param lambda  [same] one number per row, in any order
/// @throws ArgumentError for another number of values, or the layout is not square
/// @collective
/// @cost O(rows cols), and a move of half the matrix; two vectors of extra memory
template <Scalar T>
DistMatrix<T> random_symmetric_with_eigenvalues(mpi::CommunicatorView comm, const Layout& layout,
                                                const std::vector<double>& lambda,
                                                std::uint64_t seed) {
  const std::vector<RealOf<T>> rounded(lambda.begin(), lambda.end());
  return detail::given_eigenvalues<T>(comm, layout, rounded, seed);
}

/// Makes a random matrix of 2-norm 1 and a given condition; of condition 1 with orthonormal
/// columns, or rows if there are fewer.
/// @throws ArgumentError unless the condition is at least 1
/// @collective with the cost of random_with_singular_values
/// @example auto a = random_with_condition<double>(comm, layout, {.condition = 1e10});
template <Scalar T>
DistMatrix<T> random_with_condition(mpi::CommunicatorView comm, const Layout& layout,
                                    const GivenCondition& options) {
  const auto [rows, cols] = layout.shape();
  return random_with_singular_values<T>(
      comm, layout, detail::falling_to(rows < cols ? rows : cols, options.condition, options.decay),
      options.seed);
}

}  // namespace ashlar
