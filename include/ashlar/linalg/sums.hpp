// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

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

}  // namespace ashlar
