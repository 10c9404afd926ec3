// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/legal_layout.hpp>
#include <ashlar/linalg/outcome.hpp>
#include <ashlar/linalg/system.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class LuFactor;

namespace detail {
template <Scalar T>
LuFactor<T> lu_factor(MatrixView<const T> a, const LinalgOptions& options);
}

/// P A = L U with row exchanges (ScaLAPACK p?getrf), kept for any number of right-hand sides.
template <Scalar T>
class LuFactor {
 public:
  /// Whether U has a zero on its diagonal; `first_bad_pivot` is where.
  Outcome outcome() const { return outcome_; }
  /// Number of rows and columns of A.
  Index order() const { return factors_.rows(); }

  /// L without its unit diagonal, and U, in one matrix; its layout is one that ScaLAPACK accepts.
  const DistMatrix<T>& factors() const { return factors_; }
  /// ScaLAPACK's IPIV of this rank as it stands, 1-based: local row il was exchanged with global
  /// row pivots()[il] - 1.
  const std::vector<int>& pivots() const { return pivots_; }

  /// X with op(A) X = B (p?getrs), in B's layout; B is unchanged.
  /// @param op  [same]
  /// @throws SingularMatrix  with the pivot, if the outcome is not ok
  /// @throws ArgumentError   if B has not order() rows or a NaN or infinity, or lies on another
  /// communicator
  /// @collective over the communicator of both
  template <MatrixLike B>
  requires std::same_as<ValueOf<B>, T> DistMatrix<T> solve(const B& b, Op op = Op::None,
                                                           const LinalgOptions& options = {})
  const { return solve_view(const_view(b), op, options); }

 private:
  friend LuFactor detail::lu_factor<T>(MatrixView<const T> a, const LinalgOptions& options);

  DistMatrix<T> solve_view(MatrixView<const T> b, Op op, const LinalgOptions& options) const;

  DistMatrix<T> factors_;
  std::vector<int> pivots_;
  Outcome outcome_;
};

/// Factors a square matrix or view in any layout (ScaLAPACK p?getrf); A is unchanged.
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @throws OverflowError  if a size exceeds ScaLAPACK's 32 bits
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @example const auto lu = lu_factor(a);  if (lu.outcome().ok()) x = lu.solve(b);
template <MatrixLike A>
requires Scalar<ValueOf<A>> LuFactor<ValueOf<A>> lu_factor(const A& a,
                                                           const LinalgOptions& options = {}) {
  return detail::lu_factor<ValueOf<A>>(const_view(a), options);
}

/// X with A X = B by LU with partial pivoting (ScaLAPACK p?gesv), in B's layout; A and B are
/// unchanged.
/// @throws SingularMatrix  with the 0-based pivot, if U has an exact zero on its diagonal
/// @throws ArgumentError   if the shapes do not fit, or naming an element that is NaN or infinite
/// @collective over the communicator of both; throws on all ranks or on none
template <MatrixLike A, MatrixLike B>
requires Scalar<ValueOf<A>> && std::same_as<ValueOf<A>, ValueOf<B>> DistMatrix<ValueOf<A>> solve(
    const A& a, const B& b, const LinalgOptions& options = {}) {
  detail::check_system("solve", a.shape(), b.shape(), a.comm() == b.comm());
  return lu_factor(a, options).solve(b, Op::None, options);
}

}  // namespace ashlar
