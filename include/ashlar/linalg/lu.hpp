// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

template <Scalar T>
class LuFactor;

namespace detail {
template <Scalar T>
struct LuMaker;
}

/// P A = L U with row exchanges (ScaLAPACK p?getrf), kept for any number of right-hand sides.
template <Scalar T>
class LuFactor {
 public:
  /// Implementation that factored, and solves.
  Algorithm algorithm() const { return algorithm_; }
  /// Success unless U has a zero on its diagonal (INFO); `first_bad_pivot` is where.
  Outcome outcome() const { return outcome_; }
  /// Number of rows and columns of A.
  Index size() const { return factors_.rows(); }

  /// L without its unit diagonal, and U, in one matrix; its layout is one that ScaLAPACK accepts.
  const DistMatrix<T>& factors() const { return factors_; }
  /// ScaLAPACK's IPIV of this rank as it stands, 1-based: local row il was exchanged with global
  /// row pivots()[il] - 1. Legal beside factors() wherever that has a descriptor.
  const std::vector<int>& pivots() const { return pivots_; }

  /// X with op(A) X = B (p?getrs), in B's layout; B is unchanged.
  /// @param op  [same]
  /// @throws SingularMatrix  with the pivot, if the outcome is not ok
  /// @throws ArgumentError   if B does not have size() rows, holds a NaN or an infinity, or lies
  /// on another communicator
  /// @collective over the communicator of both
  template <MatrixLike B>
  requires OneScalarType<DistMatrix<T>, B>
  DistMatrix<T> solve(const B& b, Op op = Op::None, const LinalgOptions& options = {}) const {
    return solve_view(const_view(b), op, options);
  }

 private:
  friend detail::LuMaker<T>;

  DistMatrix<T> solve_view(MatrixView<const T> b, Op op, const LinalgOptions& options) const;

  DistMatrix<T> factors_;
  std::vector<int> pivots_;
  Outcome outcome_;
  Algorithm algorithm_ = Algorithm::OneRank;
};

namespace detail {
template <Scalar T>
struct LuMaker {
  static LuFactor<T> from_view(MatrixView<const T> a, const LinalgOptions& options);
  static LuFactor<T> in_place(DistMatrix<T>&& a, const LinalgOptions& options);

 private:
  static void run(LuFactor<T>& result, DistMatrix<T>&& a, Algorithm algorithm);
};
}  // namespace detail

/// Factors a square matrix or view in any layout (ScaLAPACK p?getrf); A is unchanged.
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @throws OverflowError  if ScaLAPACK is to run and a size exceeds its 32 bits
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @cost a copy of A, in the layout that the algorithm wants; beside it a column of A and the
/// pivots on each rank. The same layout, ranks and algorithm give the same bits in every run
/// @example const auto lu = lu_factor(a);  if (lu.outcome().ok()) x = lu.solve(b);
template <MatrixLike A>
requires OneScalarType<A>
LuFactor<ValueOf<A>> lu_factor(const A& a, const LinalgOptions& options = {}) {
  return detail::LuMaker<ValueOf<A>>::from_view(const_view(a), options);
}

/// The same in A's own memory, where A owns it in the layout that layout_for(Routine::Lu, …) names;
/// else A is moved there and its memory given back before the factorisation begins.
/// @collective
/// @example const auto lu = lu_factor(std::move(a));
template <Scalar T>
LuFactor<T> lu_factor(DistMatrix<T>&& a, const LinalgOptions& options = {}) {
  return detail::LuMaker<T>::in_place(std::move(a), options);
}

}  // namespace ashlar
