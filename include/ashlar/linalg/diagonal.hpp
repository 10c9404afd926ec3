// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

// The diagonals of matrices and views in any layout. Diagonal `offset` holds the elements with
// j - i = offset: 0 is the main one, 1 the first above it.

namespace ashlar {

namespace detail {
template <Scalar T>
T trace(const MatrixView<const T>& a);
template <Scalar T>
std::vector<T> diagonal(const MatrixView<const T>& a, Index offset);
template <Scalar T>
void set_diagonal(const MatrixView<T>& a, std::span<const T> values, Index offset);
template <Scalar T>
void fill_diagonal(const MatrixView<T>& a, T value, Index offset);
template <Scalar T>
void add_to_diagonal(const MatrixView<T>& a, T alpha);
}  // namespace detail

/// The length of diagonal `offset` of a matrix of `shape`; 0 where it lies outside.
constexpr Index diagonal_length(Shape shape, Index offset = 0) {
  const Index rows = offset < 0 ? shape.rows + offset : shape.rows;
  const Index cols = offset > 0 ? shape.cols - offset : shape.cols;
  const Index length = rows < cols ? rows : cols;
  return length > 0 ? length : 0;
}

/// The sum of the diagonal (ScaLAPACK p?latra), the same on every rank. Taken in double at least.
/// @throws ArgumentError unless A is square
/// @collective over a.comm()
/// @cost O(local rows) and an Allreduce of a number
template <MatrixLike A>
requires OneScalarType<A>
ValueOf<A> trace(const A& a) {
  return detail::trace<ValueOf<A>>(const_view(a));
}

/// A diagonal, whole on every rank, bit by bit. As a column in some layout: scatter_all it.
/// @param offset  [same]
/// @collective over a.comm()
/// @cost a reduction along grid rows, and a gather of one number for each row of A on every rank
/// @example std::vector<double> d = diagonal(a);
template <MatrixLike A>
requires OneScalarType<A>
std::vector<ValueOf<A>> diagonal(const A& a, Index offset = 0) {
  return detail::diagonal<ValueOf<A>>(const_view(a), offset);
}

/// A diagonal becomes `values`; nothing else is written.
/// @param values  [same] diagonal_length(a.shape(), offset) numbers
/// @throws ArgumentError if there are more or fewer
/// @collective over a.comm() by convention; nothing travels. [local] O(local rows)
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void set_diagonal(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> values,
                  Index offset = 0) {
  detail::set_diagonal<ValueOf<A>>(a, values, offset);
}

/// A diagonal becomes `value` all over. As set_diagonal.
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void fill_diagonal(A&& a, std::type_identity_t<ValueOf<A>> value, Index offset = 0) {
  detail::fill_diagonal<ValueOf<A>>(a, value, offset);
}

/// A := A + alpha I, a shift; also of rectangles.
/// @param alpha  [same]
/// @collective over a.comm() by convention; nothing travels. [local] O(local rows)
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void add_to_diagonal(A&& a, std::type_identity_t<ValueOf<A>> alpha) {
  detail::add_to_diagonal<ValueOf<A>>(a, alpha);
}

}  // namespace ashlar
