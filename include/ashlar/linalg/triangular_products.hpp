// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

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
/// On a node each rank computes columns (from the right: rows) of its own, and all read slabs of A.
/// @throws ArgumentError  if A is not square, the shapes do not fit, the communicators differ, B
/// shares memory with A, or uplo is General
/// @collective over the communicator of both, idle ranks included
/// @cost  m^2 n operations. Extra memory on the node, over all ranks: B, unless it is dealt in
/// whole columns (from the right: rows) evenly, and a slab of A of at most 1024 columns
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
