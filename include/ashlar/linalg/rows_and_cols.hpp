// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

// Operations of a vector on every row or column of a matrix or view. Every rank has the vector
// [same] and changes its local elements, without messages.

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
template <Scalar T>
std::vector<T> row_sums(const MatrixView<const T>& a, double divisor);
template <Scalar T>
std::vector<T> col_sums(const MatrixView<const T>& a, double divisor);
template <Scalar T>
std::vector<T> center_cols(const MatrixView<T>& a);
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

/// Scales rows, A := diag(v) A (LAPACK ?laqge, Elemental DiagonalScale).
/// @param v  [same] one number per row
/// @throws ArgumentError for another number of values
/// @collective by convention; [local] one pass
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void scale_rows(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v) {
  detail::scale_rows<ValueOf<A>>(a, v);
}

/// Scales columns, A := A diag(v); as scale_rows.
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void scale_cols(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v) {
  detail::scale_cols<ValueOf<A>>(a, v);
}

/// Adds alpha v^T to every row: a(i,j) := a(i,j) + alpha v[j].
/// @param v  [same] one number per column
/// @throws ArgumentError for another number of values
/// @collective by convention; [local] one pass
/// @example add_to_rows(a, col_means(a), -1);  // as center_cols
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void add_to_rows(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v,
                 std::type_identity_t<ValueOf<A>> alpha = 1) {
  detail::add_to_rows<ValueOf<A>>(a, v, alpha);
}

/// Adds alpha v to every column: a(i,j) := a(i,j) + alpha v[i]; as add_to_rows.
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void add_to_cols(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> v,
                 std::type_identity_t<ValueOf<A>> alpha = 1) {
  detail::add_to_cols<ValueOf<A>>(a, v, alpha);
}

// Sums and means of rows and columns, of values, not of moduli as in norms. Every rank has the
// result, which scatter_all distributes as a column.

/// Sum of each row [same], accumulated at least in double, in a fixed order.
/// @collective
/// @cost one pass, a reduction along grid rows, and an allgather of one number per row
/// @example std::vector<double> degree = row_sums(adjacency);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
std::vector<ValueOf<A>> row_sums(const A& a) {
  return detail::row_sums<ValueOf<A>>(detail::const_view(a), 1);
}

/// Sum of each column; as row_sums.
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
std::vector<ValueOf<A>> col_sums(const A& a) {
  return detail::col_sums<ValueOf<A>>(detail::const_view(a), 1);
}

/// Mean of each row, NaN without columns; as row_sums.
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
std::vector<ValueOf<A>> row_means(const A& a) {
  return detail::row_sums<ValueOf<A>>(detail::const_view(a), static_cast<double>(a.shape().cols));
}

/// Mean of each column, NaN without rows; as row_sums.
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
std::vector<ValueOf<A>> col_means(const A& a) {
  return detail::col_sums<ValueOf<A>>(detail::const_view(a), static_cast<double>(a.shape().rows));
}

/// Subtracts from every column its mean (for principal components), and returns the means. Costs
/// one pass more than col_means.
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
std::vector<ValueOf<A>> center_cols(A&& a) {
  return detail::center_cols<ValueOf<A>>(a);
}

/// Permutes rows (ScaLAPACK p?lapiv, NumPy a[perm]): row k of the result is row perm[k] of `a`.
/// Blocks and grid are those of `a`.
/// @param perm  [same] permutation of 0 to rows - 1
/// @throws ArgumentError  if `perm` is not a permutation
/// @collective
/// @cost a message per receiver in the grid column; buffers of 128 KiB or a local column, and 8
/// bytes per local row
/// @example auto sorted = permute_rows(a, order);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> permute_rows(const A& a, std::span<const Index> perm) {
  return detail::permute_rows<ValueOf<A>>(detail::const_view(a), perm);
}

/// Permutes columns: column k of the result is column perm[k] of `a`; as permute_rows.
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> permute_cols(const A& a, std::span<const Index> perm) {
  return detail::permute_cols<ValueOf<A>>(detail::const_view(a), perm);
}

/// Takes rows (NumPy a[indices]): row k of the result is row indices[k] of `a`. Grid and blocks are
/// those of `a`; if `a` has one block of rows per process, so has the result, of even height.
/// @param indices  [same] row indices in any order, with repetitions, or none
/// @throws ArgumentError  for an invalid index
/// @collective
/// @cost as permute_rows
/// @example auto centres = take_rows(points, picked);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> take_rows(const A& a, std::span<const Index> indices) {
  return detail::take_rows<ValueOf<A>>(detail::const_view(a), indices, nullptr);
}
/// Overload with a given layout [same].
/// @throws ArgumentError  if its shape is not the number of indices by a's columns
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> take_rows(const A& a, std::span<const Index> indices, const Layout& layout) {
  return detail::take_rows<ValueOf<A>>(detail::const_view(a), indices, &layout);
}

/// Takes columns: column k of the result is column indices[k] of `a`; as take_rows.
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> take_cols(const A& a, std::span<const Index> indices) {
  return detail::take_cols<ValueOf<A>>(detail::const_view(a), indices, nullptr);
}
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
DistMatrix<ValueOf<A>> take_cols(const A& a, std::span<const Index> indices, const Layout& layout) {
  return detail::take_cols<ValueOf<A>>(detail::const_view(a), indices, &layout);
}

}  // namespace ashlar
