// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of symm and hemm.
template <Scalar T>
struct SymmetricProductOptions {
  Side side = Side::Left;   ///< [same] A's
  Uplo uplo = Uplo::Lower;  ///< [same] the triangle of A that is read
  T alpha = T(1);           ///< [same]
  T beta = T(0);            ///< [same] 0: C is only written
  LinalgOptions how = {};   ///< Node, Nodes, OneRank or ScaLapack
};

/// Options of syrk, herk, syr2k and her2k. alpha is real for herk, beta for herk and her2k.
template <Scalar Alpha, Scalar Beta = Alpha>
struct RankKOptions {
  Uplo uplo = Uplo::Lower;  ///< [same] the triangle of C that is read and written
  Op op = Op::None;         ///< [same] of A and B: syrk and syr2k take None and Trans, herk and
                            ///< her2k None and ConjTrans
  Alpha alpha = Alpha(1);   ///< [same]
  Beta beta = Beta(0);      ///< [same] 0: C is only written
  LinalgOptions how = {};   ///< Node, OneRank or ScaLapack
};

namespace detail {

enum class Symmetry { Symmetric, Hermitian };

template <Scalar T>
void symmetric_product(Symmetry symmetry, MatrixView<const T> a, MatrixView<const T> b,
                       MatrixView<T> c, const SymmetricProductOptions<T>& options);

/// C := alpha op(A) op(B)' + conj?(alpha) op(B) op(A)' + beta C; without B alpha op(A) op(A)'.
template <Scalar T>
struct RankUpdate {
  Symmetry symmetry;
  MatrixView<const T> a;
  const MatrixView<const T>* b;  ///< null: A alone
  MatrixView<T> c;
};
template <Scalar T>
void rank_update(const RankUpdate<T>& update, const RankKOptions<T>& options);

}  // namespace detail

/// C := alpha A B + beta C, or alpha B A + beta C, for a symmetric A of which one triangle is read
/// (ScaLAPACK p?symm).
/// @throws ArgumentError  if the shapes do not fit, the communicators differ, C shares memory with
/// A or B, or uplo is General
/// @collective over the communicator of all three, idle ranks included
/// @cost  as gemm: the other triangle is filled in on the way to the slabs
/// @example symm(a, b, c, {.uplo = Uplo::Upper, .beta = 1});
template <MatrixLike A, MatrixLike B, MatrixLike C>
requires OneScalarType<A, B, C> && WrittenTo<C>
void symm(const A& a, const B& b, C&& c, const SymmetricProductOptions<ValueOf<A>>& options = {}) {
  detail::symmetric_product<ValueOf<A>>(detail::Symmetry::Symmetric, const_view(a), const_view(b),
                                        MatrixView<ValueOf<A>>(c), options);
}

/// The same for a Hermitian A (ScaLAPACK p?hemm), whose diagonal counts as real. For real types
/// this is symm.
template <MatrixLike A, MatrixLike B, MatrixLike C>
requires OneScalarType<A, B, C> && WrittenTo<C>
void hemm(const A& a, const B& b, C&& c, const SymmetricProductOptions<ValueOf<A>>& options = {}) {
  detail::symmetric_product<ValueOf<A>>(detail::Symmetry::Hermitian, const_view(a), const_view(b),
                                        MatrixView<ValueOf<A>>(c), options);
}

/// One triangle of C := alpha A A^T + beta C, or alpha A^T A + beta C with Op::Trans (ScaLAPACK
/// p?syrk). The other triangle is neither read nor written.
/// @throws ArgumentError  if the shapes do not fit, the communicators differ, C shares memory with
/// A, uplo is General or op another one
/// @collective over the communicator of both, idle ranks included
/// @cost  n^2 k operations, half of gemm's. Extra memory on the node: three quarters of C and a
/// slab of at most 1024 columns, over all ranks
/// @example syrk(a, c, {.op = Op::Trans});  // the lower triangle of A^T A
template <MatrixLike A, MatrixLike C>
requires OneScalarType<A, C> && WrittenTo<C>
void syrk(const A& a, C&& c, const RankKOptions<ValueOf<A>>& options = {}) {
  using T = ValueOf<A>;
  detail::rank_update<T>({detail::Symmetry::Symmetric, const_view(a), nullptr, MatrixView<T>(c)},
                         {options.uplo, options.op, options.alpha, options.beta, options.how});
}

/// One triangle of C := alpha A A^H + beta C, or alpha A^H A + beta C with Op::ConjTrans
/// (ScaLAPACK p?herk), alpha and beta real. The diagonal of C becomes real.
/// @collective as syrk, with the same errors and cost
template <MatrixLike A, MatrixLike C>
requires OneScalarType<A, C> && WrittenTo<C>
void herk(const A& a, C&& c, const RankKOptions<RealOf<ValueOf<A>>>& options = {}) {
  using T = ValueOf<A>;
  detail::rank_update<T>(
      {detail::Symmetry::Hermitian, const_view(a), nullptr, MatrixView<T>(c)},
      {options.uplo, options.op, T(options.alpha), T(options.beta), options.how});
}

/// One triangle of C := alpha (A B^T + B A^T) + beta C, or alpha (A^T B + B^T A) + beta C with
/// Op::Trans (ScaLAPACK p?syr2k).
/// @collective as syrk, with the same errors
/// @cost that of syrk, with twice the operations and two slabs
template <MatrixLike A, MatrixLike B, MatrixLike C>
requires OneScalarType<A, B, C> && WrittenTo<C>
void syr2k(const A& a, const B& b, C&& c, const RankKOptions<ValueOf<A>>& options = {}) {
  using T = ValueOf<A>;
  const MatrixView<const T> second = const_view(b);
  detail::rank_update<T>({detail::Symmetry::Symmetric, const_view(a), &second, MatrixView<T>(c)},
                         options);
}

/// One triangle of C := alpha A B^H + conj(alpha) B A^H + beta C, or alpha A^H B + conj(alpha) B^H
/// A + beta C with Op::ConjTrans (ScaLAPACK p?her2k), beta real. The diagonal of C becomes real.
/// @collective as syr2k, with the same errors and cost
template <MatrixLike A, MatrixLike B, MatrixLike C>
requires OneScalarType<A, B, C> && WrittenTo<C>
void her2k(const A& a, const B& b, C&& c,
           const RankKOptions<ValueOf<A>, RealOf<ValueOf<A>>>& options = {}) {
  using T = ValueOf<A>;
  const MatrixView<const T> second = const_view(b);
  detail::rank_update<T>({detail::Symmetry::Hermitian, const_view(a), &second, MatrixView<T>(c)},
                         {options.uplo, options.op, options.alpha, T(options.beta), options.how});
}

/// Options of trmm and trsm.
template <Scalar T>
struct TriangularOptions {
  Side side = Side::Left;     ///< [same] A's
  Uplo uplo = Uplo::Lower;    ///< [same] the triangle of A that is read
  Op op = Op::None;           ///< [same] of A
  Diag diag = Diag::NonUnit;  ///< [same] Unit: the diagonal of A counts as one and is not read
  T alpha = T(1);             ///< [same]
  LinalgOptions how = {};     ///< Node, OneRank or ScaLapack
};

namespace detail {
enum class TriangularAction { Multiply, Solve };

template <Scalar T>
void triangular(TriangularAction action, MatrixView<const T> a, MatrixView<T> b,
                const TriangularOptions<T>& options);
}  // namespace detail

/// B := alpha op(A) B, or alpha B op(A) from the right, for a triangular A (ScaLAPACK p?trmm).
///
/// On a node each rank computes some columns of B (from the right: rows) and reads slabs of A.
/// @throws ArgumentError  if A is not square, the shapes do not fit, the communicators differ, B
/// shares memory with A, or uplo is General
/// @collective over the communicator of both, idle ranks included
/// @cost  m^2 n operations. Extra memory on the node, over all ranks: B, unless it is distributed
/// evenly in whole columns (from the right: rows), and a slab of A of at most 1024 columns
/// @example trmm(a, b, {.uplo = Uplo::Upper, .op = Op::Trans, .alpha = 2});  // B := 2 U^T B
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B> && WrittenTo<B>
void trmm(const A& a, B&& b, const TriangularOptions<ValueOf<A>>& options = {}) {
  detail::triangular<ValueOf<A>>(detail::TriangularAction::Multiply, const_view(a),
                                 MatrixView<ValueOf<A>>(b), options);
}

/// B := alpha op(A)^-1 B, or alpha B op(A)^-1 from the right: the solution X of op(A) X = alpha B
/// for a triangular A (ScaLAPACK p?trsm). A zero on A's diagonal gives infinities and NaN, as
/// arithmetic does.
/// @collective as trmm, with the same errors and cost
/// @example trsm(a, b, {.side = Side::Right, .op = Op::ConjTrans});  // B := B L^-H
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B> && WrittenTo<B>
void trsm(const A& a, B&& b, const TriangularOptions<ValueOf<A>>& options = {}) {
  detail::triangular<ValueOf<A>>(detail::TriangularAction::Solve, const_view(a),
                                 MatrixView<ValueOf<A>>(b), options);
}

}  // namespace ashlar
