// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>

#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// An element and its place.
template <Element T>
struct ElementAt {
  Index i = 0, j = 0;
  T value{};
};

/// What a matrix looks like as a whole, the same on all ranks. Of complex elements the modulus
/// counts; of equal elements the first one, by rows, then by columns.
template <Element T>
struct Statistics {
  Shape shape;
  Index nans = 0;        ///< elements of which a part is NaN
  Index infinities = 0;  ///< others of which a part is infinite
  Index zeros = 0;
  Index negatives = 0;                        ///< below zero; 0 of complex matrices
  std::optional<ElementAt<T>> smallest = {};  ///< least element; NaNs do not count, infinities do
  std::optional<ElementAt<T>> largest = {};
  std::conditional_t<is_complex<T>, c128, double> mean = {};  ///< NaN if there are no elements

  // As norm() gives them, of integers in double.
  double max_norm = 0, one_norm = 0, inf_norm = 0, frobenius_norm = 0;

  Index lower_bandwidth = 0;  ///< largest i - j of an element that is not zero; at least 0
  Index upper_bandwidth = 0;  ///< largest j - i of one; at least 0

  // Of square matrices; NaN is equal to nothing here.
  bool is_symmetric = false;
  bool is_hermitian = false;                    ///< of real matrices the same
  bool is_skew = false;                         ///< a(i, j) = -a(j, i)
  std::optional<DistanceOf<T>> asymmetry = {};  ///< largest |a(i, j) - a(j, i)|; NaNs do not count
  std::optional<double> hermitian_asymmetry = {};  ///< largest |a(i, j) - conj(a(j, i))|

  bool is_square() const { return shape.rows == shape.cols; }
  bool is_lower_triangular() const { return upper_bandwidth == 0; }
  bool is_upper_triangular() const { return lower_bandwidth == 0; }
  bool is_diagonal() const { return is_lower_triangular() && is_upper_triangular(); }
  bool is_tridiagonal() const { return std::max(lower_bandwidth, upper_bandwidth) <= 1; }
};

namespace detail {
template <Element T>
Statistics<T> statistics(const MatrixView<const T>& a);
template <Element T>
std::optional<ElementAt<T>> argmin(const MatrixView<const T>& a);
template <Element T>
std::optional<ElementAt<T>> argmax(const MatrixView<const T>& a);
}  // namespace detail

/// Range, mean, norms, NaN, symmetry and bandwidth of a matrix or view in any layout. Integers are
/// compared, counted and added up exactly.
/// @collective over a.comm(), idle ranks included
/// @cost a few passes over the local elements, reductions, those of norm() among them, and for
/// symmetry a transposed copy of a square matrix; of integers a copy in double
/// @example if (statistics(a).is_symmetric) …
template <MatrixLike A>
requires Element<ValueOf<A>>
Statistics<ValueOf<A>> statistics(const A& a) {
  return detail::statistics<ValueOf<A>>(const_view(a));
}

/// The smallest element of a matrix or view in any layout and its indices there, the same on all
/// ranks; nothing if it has no elements or NaN only. Of complex elements the modulus counts; of
/// equal elements the first one, by rows, then by columns; NaN does not count.
/// @collective over a.comm(), idle ranks included
/// @cost one pass, two Allreduce of a number and a broadcast of one
/// @example const auto best = argmin(errors);  // best->i, best->j, best->value
template <MatrixLike A>
requires Element<ValueOf<A>>
std::optional<ElementAt<ValueOf<A>>> argmin(const A& a) {
  return detail::argmin<ValueOf<A>>(const_view(a));
}

/// The largest element and its indices. As argmin.
template <MatrixLike A>
requires Element<ValueOf<A>>
std::optional<ElementAt<ValueOf<A>>> argmax(const A& a) {
  return detail::argmax<ValueOf<A>>(const_view(a));
}

}  // namespace ashlar
