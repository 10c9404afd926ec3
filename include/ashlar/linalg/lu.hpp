// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class LuFactor;

namespace detail {
/// @param mine  the matrix of `a`, which is consumed, or null
template <Scalar T>
LuFactor<T> lu_factor(MatrixView<const T> a, DistMatrix<T>* mine, const LinalgOptions& options);
}  // namespace detail

/// Factor P A = L U (ScaLAPACK p?getrf).
template <Scalar T>
class LuFactor {
 public:
  /// Algorithm of factorisation and solution.
  Algorithm algorithm() const { return algorithm_; }
  /// Success unless U has a zero on its diagonal (INFO); `first_bad_pivot` is the first.
  Outcome outcome() const { return outcome_; }
  /// Order of A.
  Index size() const { return factors_.rows(); }

  /// L without its unit diagonal, and U, in a layout legal for ScaLAPACK.
  const DistMatrix<T>& factors() const { return factors_; }
  /// ScaLAPACK's IPIV of this rank, 1-based: local row il was exchanged with global row
  /// pivots()[il] - 1. Valid for ScaLAPACK calls if factors() has a descriptor.
  const std::vector<int>& pivots() const { return pivots_; }

  /// Solves op(A) X = B (p?getrs); X has B's layout.
  /// @param op  [same]
  /// @throws SingularMatrix  unless the outcome is ok
  /// @throws ArgumentError   unless B has size() rows, A's communicator and finite values
  /// @collective
  template <detail::PlacedLike B>
  requires detail::OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, Op op = Op::None, const LinalgOptions& options = {}) const {
    return solve_view(detail::const_view(b), op, options);
  }

 private:
  friend LuFactor detail::lu_factor<T>(MatrixView<const T> a, DistMatrix<T>* mine,
                                       const LinalgOptions& options);

  DistMatrix<T> solve_view(MatrixView<const T> b, Op op, const LinalgOptions& options) const;

  DistMatrix<T> factors_;
  std::vector<int> pivots_;
  Outcome outcome_;
  Algorithm algorithm_ = Algorithm::OneRank;
};

/// Factors a square matrix or view (ScaLAPACK p?getrf).
/// @throws ArgumentError  unless A is square with finite values
/// @throws OverflowError  if ScaLAPACK runs and a size exceeds 32 bits
/// @collective
/// @cost a copy of A in the layout of the algorithm, a column of A and the pivots on each rank
/// @example const auto lu = lu_factor(a);  if (lu.outcome().ok()) x = lu.solve(b);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
LuFactor<ValueOf<A>> lu_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::lu_factor<ValueOf<A>>(detail::const_view(a), nullptr, options);
}

/// Factors A in place if A owns column-major memory in the layout of layout_for(Routine::Lu, …);
/// else copies A to that layout, then frees it.
/// @collective
/// @example const auto lu = lu_factor(std::move(a));
template <Scalar T>
LuFactor<T> lu_factor(DistMatrix<T>&& a, const LinalgOptions& options = {}) {
  return detail::lu_factor<T>(a, &a, options);
}

}  // namespace ashlar
