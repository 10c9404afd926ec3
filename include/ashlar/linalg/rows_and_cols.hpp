// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/linalg/options.hpp>
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

// Sums and means of the rows and columns of matrices and views in any layout: plain ones, not of
// absolute values (those are norms). Each is whole on every rank; as a column in some layout:
// scatter_all it.

namespace ashlar {

namespace detail {
template <Scalar T>
std::vector<T> row_sums(const MatrixView<const T>& a, double divisor);
template <Scalar T>
std::vector<T> col_sums(const MatrixView<const T>& a, double divisor);
template <Scalar T>
std::vector<T> center_cols(const MatrixView<T>& a);
}  // namespace detail

/// The sum of each row: A times a vector of ones. Taken in double at least, in the same order in
/// every run.
/// @collective over a.comm(), idle ranks included
/// @cost one pass, a reduction along grid rows, and a gather of one number for each row of A on
/// every rank
/// @example std::vector<double> degree = row_sums(adjacency);
template <MatrixLike A>
requires OneScalarType<A>
std::vector<ValueOf<A>> row_sums(const A& a) {
  return detail::row_sums<ValueOf<A>>(const_view(a), 1);
}

/// The sum of each column. As row_sums.
template <MatrixLike A>
requires OneScalarType<A>
std::vector<ValueOf<A>> col_sums(const A& a) {
  return detail::col_sums<ValueOf<A>>(const_view(a), 1);
}

/// The mean of each row; NaN if A has no columns. As row_sums.
template <MatrixLike A>
requires OneScalarType<A>
std::vector<ValueOf<A>> row_means(const A& a) {
  return detail::row_sums<ValueOf<A>>(const_view(a), static_cast<double>(a.shape().cols));
}

/// The mean of each column; NaN if A has no rows. As row_sums.
template <MatrixLike A>
requires OneScalarType<A>
std::vector<ValueOf<A>> col_means(const A& a) {
  return detail::col_sums<ValueOf<A>>(const_view(a), static_cast<double>(a.shape().rows));
}

/// Subtracts from every column its mean, which makes a table of observations fit for principal
/// components, and returns the means. As col_means, and one more pass.
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
std::vector<ValueOf<A>> center_cols(A&& a) {
  return detail::center_cols<ValueOf<A>>(a);
}

namespace detail {
template <Scalar T>
DistMatrix<T> permute_rows(const MatrixView<const T>& a, std::span<const Index> perm);
template <Scalar T>
DistMatrix<T> permute_cols(const MatrixView<const T>& a, std::span<const Index> perm);
template <Scalar T>
DistMatrix<T> take_rows(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout);
template <Scalar T>
DistMatrix<T> take_cols(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout);
}  // namespace detail

/// The rows of `a` in another order: row k of the result is row perm[k] of `a` (ScaLAPACK p?lapiv,
/// NumPy a[perm]). A new matrix with a's blocks and grid.
/// @param perm  [same] every number from 0 to a's rows - 1 once
/// @throws ArgumentError  if it is not a permutation
/// @collective over a.comm()
/// @cost what changes its rank travels once, along grid columns; buffers of 128 KiB or of a local
/// column, and 8 bytes a local row
/// @example auto sorted = permute_rows(a, order);
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> permute_rows(const A& a, std::span<const Index> perm) {
  return detail::permute_rows<ValueOf<A>>(const_view(a), perm);
}

/// The columns of `a` in another order: column k of the result is column perm[k] of `a`. As
/// permute_rows.
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> permute_cols(const A& a, std::span<const Index> perm) {
  return detail::permute_cols<ValueOf<A>>(const_view(a), perm);
}

/// Rows of `a` by a list: row k of the result is row indices[k] of `a` (NumPy a[indices]). A new
/// matrix with a's grid and blocks; where every process has one block of rows, the rows of the
/// result are cut into even blocks.
/// @param indices  [same] row numbers of `a`, in any order, also several times; there may be none
/// @throws ArgumentError  if an index is not a row of `a`
/// @collective over a.comm()
/// @cost as permute_rows
/// @example auto centres = take_rows(points, picked);
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_rows(const A& a, std::span<const Index> indices) {
  return detail::take_rows<ValueOf<A>>(const_view(a), indices, nullptr);
}
/// The same in a given layout [same].
/// @throws ArgumentError  if its shape is not the number of indices by a's columns
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_rows(const A& a, std::span<const Index> indices, const Layout& layout) {
  return detail::take_rows<ValueOf<A>>(const_view(a), indices, &layout);
}

/// Columns of `a` by a list: column k of the result is column indices[k] of `a`. As take_rows.
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_cols(const A& a, std::span<const Index> indices) {
  return detail::take_cols<ValueOf<A>>(const_view(a), indices, nullptr);
}
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_cols(const A& a, std::span<const Index> indices, const Layout& layout) {
  return detail::take_cols<ValueOf<A>>(const_view(a), indices, &layout);
}

}  // namespace ashlar
