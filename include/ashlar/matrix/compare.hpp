// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

namespace detail {

/// Distance |a - b| of two elements: double for floating-point and complex types, exact for
/// integers.
template <Element T>
using DistanceOf = std::conditional_t<Scalar<T>, double, std::uint64_t>;

}  // namespace detail

/// Tolerance |a - b| <= absolute + relative |b|, as NumPy allclose.
struct Tolerance {
  double relative = 0;  ///< [same] 0 or more
  double absolute = 0;  ///< [same] 0 or more
};

/// Elements of two matrices at one position.
template <Element T>
struct ElementPair {
  Index i = 0, j = 0;
  T a{}, b{};
};

/// Differences of two matrices, equal on all ranks. "First" is in row-major order.
///
/// By bits, NaNs are equal if their bits are, and -0.0 differs from 0.0. By values, NaNs are equal,
/// -0.0 equals 0.0, and the tolerance applies; an infinity equals only itself.
template <Element T>
struct Comparison {
  Index elements = 0;                          ///< compared
  Index differing_bits = 0;                    ///< elements with different bits
  Index differing_values = 0;                  ///< elements beyond the tolerance
  Index one_nan = 0;                           ///< of these, elements with a NaN in one matrix only
  std::optional<ElementPair<T>> first_bits;    ///< first element with different bits
  std::optional<ElementPair<T>> first_values;  ///< first element beyond the tolerance
  detail::DistanceOf<T> largest_absolute = 0;  ///< largest |a - b|, without NaNs
  std::optional<ElementPair<T>> largest_at;    ///< first element with that difference, if not 0
  double largest_relative = 0;                 ///< largest |a - b| / |b|, infinite if only b is 0

  bool same_bits() const { return differing_bits == 0; }
  bool same_values() const { return differing_values == 0; }
};

namespace detail {
template <Element T>
Comparison<T> compare(const MatrixView<const T>& a, const MatrixView<const T>& b,
                      const Tolerance& tolerance);
}  // namespace detail

/// Compares two matrices or views bit by bit and within a tolerance.
/// @throws ArgumentError  if layouts, sections or communicators differ (redistribute one first), or
/// a tolerance is negative or NaN
/// @collective  the result on every rank
/// @cost one pass over the local elements and a few small reductions
/// @example if (!compare(a, b, {.relative = 1e-12}).same_values()) …
template <MatrixLike A, MatrixLike B>
requires std::same_as<ValueOf<A>, ValueOf<B>> && Element<ValueOf<A>>
Comparison<ValueOf<A>> compare(const A& a, const B& b, const Tolerance& tolerance = {}) {
  return detail::compare<ValueOf<A>>(detail::const_view(a), detail::const_view(b), tolerance);
}

namespace detail {

/// Type of |x| for x of type T: real; for integers 64 bits unsigned.
template <Element T>
using MagnitudeOf = std::conditional_t<Scalar<T>, RealOf<T>, std::uint64_t>;

template <Element T>
Index differences(const MatrixView<const T>& a, const MatrixView<const T>& b);
template <Element T>
MagnitudeOf<T> largest_magnitude(const MatrixView<const T>& a);
template <Element T>
bool is_all_finite(const MatrixView<const T>& a);
}  // namespace detail

/// Number of elements that differ in a bit. NaNs with equal payloads are equal, 0.0 and -0.0 are
/// not.
/// @throws ArgumentError  if layouts, sections or communicators differ: redistribute one first
/// @collective  the count on every rank
template <MatrixLike A, MatrixLike B>
requires std::same_as<ValueOf<A>, ValueOf<B>>
Index count_differences(const A& a, const B& b) {
  return detail::differences<ValueOf<A>>(detail::const_view(a), detail::const_view(b));
}

/// max |a(i, j)| (ScaLAPACK p?lange 'M'); 0 for an empty matrix, NaN if an element is NaN.
/// @collective  the value on every rank
template <MatrixLike M>
detail::MagnitudeOf<ValueOf<M>> max_abs(const M& a) {
  return detail::largest_magnitude<ValueOf<M>>(detail::const_view(a));
}

/// True if no element is NaN or infinite, an unchecked precondition of ScaLAPACK kernels.
/// @collective  the answer on every rank; one Allreduce
template <MatrixLike M>
bool all_finite(const M& a) {
  return detail::is_all_finite<ValueOf<M>>(detail::const_view(a));
}

}  // namespace ashlar
