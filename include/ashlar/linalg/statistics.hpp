// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <type_traits>

#include <ashlar/linalg/detail/placed_operand.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Element and its indices.
template <Element T>
struct ElementAt {
  Index i = 0, j = 0;
  T value{};
};

/// Global statistics of a matrix [same]. Complex elements are compared by modulus; ties are
/// resolved in row-major order.
template <Element T>
struct Statistics {
  Shape shape;
  Index nans = 0;        ///< elements with a NaN part
  Index infinities = 0;  ///< other elements with an infinite part
  Index zeros = 0;
  Index negatives = 0;                        ///< 0 for complex matrices
  std::optional<ElementAt<T>> smallest = {};  ///< ignores NaN, not infinities
  std::optional<ElementAt<T>> largest = {};
  std::conditional_t<is_complex<T>, c128, double> mean = {};  ///< NaN if empty

  // As norm(), computed in double for integers.
  double max_norm = 0, one_norm = 0, inf_norm = 0, frobenius_norm = 0;

  Index lower_bandwidth = 0;  ///< largest i - j of a nonzero element, at least 0
  Index upper_bandwidth = 0;  ///< largest j - i of a nonzero element, at least 0

  // Of square matrices; NaN is unequal to all values.
  bool is_symmetric = false;
  bool is_hermitian = false;  ///< real: as is_symmetric
  bool is_skew = false;       ///< a(i, j) = -a(j, i)
  std::optional<detail::DistanceOf<T>> asymmetry =
      {};                                          ///< largest |a(i, j) - a(j, i)|; ignores NaN
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

/// Range, mean, norms, NaN, symmetry and bandwidth of a matrix or view. Integers are compared,
/// counted and added exactly.
/// @collective
/// @cost a few passes over the local elements, reductions as in norm(), and a transposed copy of a
/// square matrix; for integers a copy in double
/// @example if (statistics(a).is_symmetric) …
template <detail::PlacedLike A>
requires Element<ValueOf<A>>
Statistics<ValueOf<A>> statistics(const A& a) {
  return detail::statistics<ValueOf<A>>(detail::const_view(a));
}

/// Smallest element and its indices [same], compared as in Statistics. NaN is ignored; nullopt
/// if all elements are NaN or the matrix is empty.
/// @collective
/// @cost one pass, two Allreduce of a number and a broadcast of one
/// @example const auto best = argmin(errors);  // best->i, best->j, best->value
template <detail::PlacedLike A>
requires Element<ValueOf<A>>
std::optional<ElementAt<ValueOf<A>>> argmin(const A& a) {
  return detail::argmin<ValueOf<A>>(detail::const_view(a));
}

/// Largest element and its indices; as argmin.
template <detail::PlacedLike A>
requires Element<ValueOf<A>>
std::optional<ElementAt<ValueOf<A>>> argmax(const A& a) {
  return detail::argmax<ValueOf<A>>(detail::const_view(a));
}

}  // namespace ashlar
