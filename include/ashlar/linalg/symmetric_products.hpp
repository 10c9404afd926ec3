// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of symm and hemm. [same]
template <Scalar T>
struct SymmetricProductOptions {
  Side side = Side::Left;   ///< of A
  Uplo uplo = Uplo::Lower;  ///< stored triangle of A
  T alpha = T(1);
  T beta = T(0);           ///< 0: C is not read
  LinalgOptions how = {};  ///< Node, Nodes, OneRank or ScaLapack
};

/// Options of syrk, herk, syr2k and her2k. [same] alpha is real for herk, beta for herk and her2k.
template <Scalar Alpha, Scalar Beta = Alpha>
struct RankKOptions {
  Uplo uplo = Uplo::Lower;  ///< triangle of C
  Op op = Op::None;         ///< None, or Trans (syrk, syr2k), ConjTrans (herk, her2k)
  Alpha alpha = Alpha(1);
  Beta beta = Beta(0);     ///< 0: C is not read
  LinalgOptions how = {};  ///< Node, OneRank or ScaLapack
};

/// Options of trmm and trsm. [same]
template <Scalar T>
struct TriangularOptions {
  Side side = Side::Left;     ///< of A
  Uplo uplo = Uplo::Lower;    ///< stored triangle of A
  Op op = Op::None;           ///< of A
  Diag diag = Diag::NonUnit;  ///< Unit: the diagonal of A is not read and counts as one
  T alpha = T(1);
  LinalgOptions how = {};  ///< Node, OneRank or ScaLapack
};

namespace detail {
enum class Symmetry { Symmetric, Hermitian };

template <Scalar T>
void symmetric_product(Symmetry symmetry, MatrixView<const T> a, MatrixView<const T> b,
                       MatrixView<T> c, const SymmetricProductOptions<T>& options);

/// Update C := alpha op(A) op(B)' + conj?(alpha) op(B) op(A)' + beta C; without B only alpha op(A)
/// op(A)'. ' and conj? conjugate if Hermitian.
template <Scalar T>
struct RankUpdate {
  Symmetry symmetry;
  MatrixView<const T> a;
  const MatrixView<const T>* b;  ///< null: A alone
  MatrixView<T> c;
};
template <Scalar T>
void rank_update(const RankUpdate<T>& update, const RankKOptions<T>& options);

enum class TriangularAction { Multiply, Solve };

template <Scalar T>
void triangular(TriangularAction action, MatrixView<const T> a, MatrixView<T> b,
                const TriangularOptions<T>& options);
}  // namespace detail

/// Multiplies C := alpha A B + beta C, or alpha B A + beta C, for symmetric A (ScaLAPACK p?symm).
/// @throws ArgumentError  if shapes or communicators do not match, C shares memory with A or B, or
/// uplo is General
/// @collective
/// @cost  as gemm; slabs of A are filled with the other triangle
/// @example symm(a, b, c, {.uplo = Uplo::Upper, .beta = 1});
template <detail::PlacedLike A, detail::PlacedLike B, MatrixLike C>
requires detail::OneScalarType<A, B, C> && detail::WrittenTo<C>
void symm(const A& a, const B& b, C&& c, const SymmetricProductOptions<ValueOf<A>>& options = {}) {
  detail::symmetric_product<ValueOf<A>>(detail::Symmetry::Symmetric, detail::const_view(a),
                                        detail::const_view(b), MatrixView<ValueOf<A>>(c), options);
}

/// Multiplies as symm for a Hermitian A (ScaLAPACK p?hemm), ignoring imaginary parts on the
/// diagonal.
template <detail::PlacedLike A, detail::PlacedLike B, MatrixLike C>
requires detail::OneScalarType<A, B, C> && detail::WrittenTo<C>
void hemm(const A& a, const B& b, C&& c, const SymmetricProductOptions<ValueOf<A>>& options = {}) {
  detail::symmetric_product<ValueOf<A>>(detail::Symmetry::Hermitian, detail::const_view(a),
                                        detail::const_view(b), MatrixView<ValueOf<A>>(c), options);
}

/// Updates one triangle of C := alpha A A^T + beta C (Trans: alpha A^T A + beta C; ScaLAPACK
/// p?syrk).
/// @throws ArgumentError  if shapes or communicators do not match, C shares memory with A, or uplo
/// or op is invalid
/// @collective
/// @cost  n^2 k operations, half of gemm's. Extra memory of the node: three quarters of C and a
/// slab of at most 1024 columns
/// @example syrk(a, c, {.op = Op::Trans});  // the lower triangle of A^T A
template <detail::PlacedLike A, MatrixLike C>
requires detail::OneScalarType<A, C> && detail::WrittenTo<C>
void syrk(const A& a, C&& c, const RankKOptions<ValueOf<A>>& options = {}) {
  using T = ValueOf<A>;
  detail::rank_update<T>(
      {detail::Symmetry::Symmetric, detail::const_view(a), nullptr, MatrixView<T>(c)},
      {options.uplo, options.op, options.alpha, options.beta, options.how});
}

/// Updates one triangle of C := alpha A A^H + beta C (ConjTrans: alpha A^H A + beta C; ScaLAPACK
/// p?herk). The diagonal of C becomes real.
/// @collective with the errors and cost of syrk
template <detail::PlacedLike A, MatrixLike C>
requires detail::OneScalarType<A, C> && detail::WrittenTo<C>
void herk(const A& a, C&& c, const RankKOptions<RealOf<ValueOf<A>>>& options = {}) {
  using T = ValueOf<A>;
  detail::rank_update<T>(
      {detail::Symmetry::Hermitian, detail::const_view(a), nullptr, MatrixView<T>(c)},
      {options.uplo, options.op, T(options.alpha), T(options.beta), options.how});
}

/// Updates one triangle of C := alpha (A B^T + B A^T) + beta C (Trans: alpha (A^T B + B^T A) + beta
/// C; ScaLAPACK p?syr2k).
/// @throws as syrk
/// @collective
/// @cost twice the operations of syrk, and two slabs
template <detail::PlacedLike A, detail::PlacedLike B, MatrixLike C>
requires detail::OneScalarType<A, B, C> && detail::WrittenTo<C>
void syr2k(const A& a, const B& b, C&& c, const RankKOptions<ValueOf<A>>& options = {}) {
  using T = ValueOf<A>;
  const auto held = detail::const_view(b);
  const MatrixView<const T> second = held;
  detail::rank_update<T>(
      {detail::Symmetry::Symmetric, detail::const_view(a), &second, MatrixView<T>(c)}, options);
}

/// Updates one triangle of C := alpha A B^H + conj(alpha) B A^H + beta C (ConjTrans: alpha A^H B +
/// conj(alpha) B^H A + beta C; ScaLAPACK p?her2k). The diagonal of C becomes real.
/// @collective with the errors and cost of syr2k
template <detail::PlacedLike A, detail::PlacedLike B, MatrixLike C>
requires detail::OneScalarType<A, B, C> && detail::WrittenTo<C>
void her2k(const A& a, const B& b, C&& c,
           const RankKOptions<ValueOf<A>, RealOf<ValueOf<A>>>& options = {}) {
  using T = ValueOf<A>;
  const auto held = detail::const_view(b);
  const MatrixView<const T> second = held;
  detail::rank_update<T>(
      {detail::Symmetry::Hermitian, detail::const_view(a), &second, MatrixView<T>(c)},
      {options.uplo, options.op, options.alpha, T(options.beta), options.how});
}

/// Multiplies B := alpha op(A) B, or alpha B op(A) from the right, for triangular A (ScaLAPACK
/// p?trmm). On a node each rank computes some columns of B (from the right: rows) and reads slabs
/// of A.
/// @throws ArgumentError  if A is not square, shapes or communicators do not match, B shares memory
/// with A, or uplo is General
/// @collective
/// @cost  m^2 n operations. Extra memory of the node: B, unless distributed evenly in whole columns
/// (from the right: rows), and a slab of A of at most 1024 columns
/// @example trmm(a, b, {.uplo = Uplo::Upper, .op = Op::Trans, .alpha = 2});  // B := 2 U^T B
template <detail::PlacedLike A, MatrixLike B>
requires detail::OneScalarType<A, B> && detail::WrittenTo<B>
void trmm(const A& a, B&& b, const TriangularOptions<ValueOf<A>>& options = {}) {
  detail::triangular<ValueOf<A>>(detail::TriangularAction::Multiply, detail::const_view(a),
                                 MatrixView<ValueOf<A>>(b), options);
}

/// Solves op(A) X = alpha B, or X op(A) = alpha B from the right, for triangular A (ScaLAPACK
/// p?trsm); B becomes X. A zero on A's diagonal gives infinities and NaN.
/// @collective with the errors and cost of trmm
/// @example trsm(a, b, {.side = Side::Right, .op = Op::ConjTrans});  // B := B L^-H
template <detail::PlacedLike A, MatrixLike B>
requires detail::OneScalarType<A, B> && detail::WrittenTo<B>
void trsm(const A& a, B&& b, const TriangularOptions<ValueOf<A>>& options = {}) {
  detail::triangular<ValueOf<A>>(detail::TriangularAction::Solve, detail::const_view(a),
                                 MatrixView<ValueOf<A>>(b), options);
}

}  // namespace ashlar
