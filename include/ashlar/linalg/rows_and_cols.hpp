// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <type_traits>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

// What a vector does to every row or column of a matrix or view in any layout. Every rank has the
// whole vector [same], so that nothing travels.

namespace ashlar {

namespace detail {
template <Scalar T>
void scale_rows(const MatrixView<T>& a, std::span<const T> v);
template <Scalar T>
void scale_cols(const MatrixView<T>& a, std::span<const T> v);
template <Scalar T>
void add_to_rows(const MatrixView<T>& a, std::span<const T> v, T alpha);
template <Scalar T>
void add_to_cols(const MatrixView<T>& a, std::span<const T> v, T alpha);
}  // namespace detail

/// Row i becomes v[i] times itself: A := diag(v) A (LAPACK ?laqge, Elemental DiagonalScale).
/// @param v  [same] a number for each row of A
/// @throws ArgumentError if there are more or fewer
/// @collective over a.comm() by convention; nothing travels. [local] one pass
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void scale_rows(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v) {
  detail::scale_rows<ValueOf<A>>(a, v);
}

/// Column j becomes v[j] times itself: A := A diag(v). As scale_rows.
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void scale_cols(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v) {
  detail::scale_cols<ValueOf<A>>(a, v);
}

/// Adds alpha v^T to every row: a(i,j) := a(i,j) + alpha v[j].
/// @param v  [same] a number for each column of A
/// @throws ArgumentError if there are more or fewer
/// @collective over a.comm() by convention; nothing travels. [local] one pass
/// @example add_to_rows(a, col_means(a), -1);  // what center_cols does
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void add_to_rows(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v,
                 std::type_identity_t<ValueOf<A>> alpha = 1) {
  detail::add_to_rows<ValueOf<A>>(a, v, alpha);
}

/// Adds alpha v to every column: a(i,j) := a(i,j) + alpha v[i], with a number for each row of A. As
/// add_to_rows.
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void add_to_cols(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v,
                 std::type_identity_t<ValueOf<A>> alpha = 1) {
  detail::add_to_cols<ValueOf<A>>(a, v, alpha);
}

}  // namespace ashlar
