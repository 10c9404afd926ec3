// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Difference of two elements of type T: of floating-point and complex ones |a - b| in double, of
/// integers exactly.
template <Element T>
using DistanceOf = std::conditional_t<Scalar<T>, double, std::uint64_t>;

/// How far values may lie apart: |a - b| <= absolute + relative |b|, as in NumPy's allclose.
struct Tolerance {
  double relative = 0;  ///< [same] 0 or more
  double absolute = 0;  ///< [same] 0 or more
};

/// Two elements at one place.
template <Element T>
struct ElementPair {
  Index i = 0, j = 0;
  T a{}, b{};
};

/// What distinguishes two matrices of one shape, the same on all ranks. "First" is by rows, then by
/// columns.
///
/// Bits: a NaN equals one of the same bits only, and -0.0 is not 0.0. Values: every NaN equals
/// every other, -0.0 is 0.0, and the tolerance counts; infinities equal themselves only.
template <Element T>
struct Comparison {
  Index elements = 0;          ///< compared
  Index differing_bits = 0;    ///< elements whose bits differ
  Index differing_values = 0;  ///< elements whose values differ by more than the tolerance
  Index one_nan = 0;           ///< of these, the ones with a NaN in one matrix only
  std::optional<ElementPair<T>> first_bits;    ///< first element whose bits differ
  std::optional<ElementPair<T>> first_values;  ///< first element beyond the tolerance
  DistanceOf<T> largest_absolute = 0;  ///< largest |a - b|; elements with a NaN do not count here
  std::optional<ElementPair<T>> largest_at;  ///< the first element with that difference, if not 0
  double largest_relative = 0;               ///< largest |a - b| / |b|, infinite where only b is 0

  bool same_bits() const { return differing_bits == 0; }
  bool same_values() const { return differing_values == 0; }
};

namespace detail {
template <Element T>
Comparison<T> compare(const MatrixView<const T>& a, const MatrixView<const T>& b,
                      const Tolerance& tolerance);
}  // namespace detail

/// Where and how far two matrices or views differ, bit by bit and within a tolerance.
/// @throws ArgumentError  if layouts, sections or communicators differ: redistribute one of them
/// first; if a tolerance is negative or NaN
/// @collective  the result on every rank
/// @cost one pass over the local elements and a few small reductions
/// @example if (!compare(a, b, {.relative = 1e-12}).same_values()) …
template <MatrixLike A, MatrixLike B>
requires std::same_as<ValueOf<A>, ValueOf<B>> && Element<ValueOf<A>>
Comparison<ValueOf<A>> compare(const A& a, const B& b, const Tolerance& tolerance = {}) {
  return detail::compare<ValueOf<A>>(const_view(a), const_view(b), tolerance);
}

/// Type of the magnitude of a T: its real type, for integers 64 unsigned bits.
template <Element T>
using MagnitudeOf = std::conditional_t<Scalar<T>, RealOf<T>, std::uint64_t>;

namespace detail {
template <Element T>
Index differences(const MatrixView<const T>& a, const MatrixView<const T>& b);
template <Element T>
MagnitudeOf<T> largest_magnitude(const MatrixView<const T>& a);
template <Element T>
bool is_all_finite(const MatrixView<const T>& a);
}  // namespace detail

/// Number of elements of `a` and `b` that differ in a bit: NaNs with equal payloads are the same,
/// 0.0 and -0.0 are not.
/// @throws ArgumentError  if layouts, sections or communicators differ: redistribute one of them
/// first
/// @collective  the count on every rank
template <MatrixLike A, MatrixLike B>
requires std::same_as<ValueOf<A>, ValueOf<B>>
Index count_differences(const A& a, const B& b) {
  return detail::differences<ValueOf<A>>(const_view(a), const_view(b));
}

/// max |a(i, j)| (ScaLAPACK p?lange 'M'): 0 for an empty matrix, NaN if an element is NaN.
/// @collective  the value on every rank
template <MatrixLike M>
MagnitudeOf<ValueOf<M>> max_abs(const M& a) {
  return detail::largest_magnitude<ValueOf<M>>(const_view(a));
}

/// True if no element is NaN or infinite: what the kernels of ScaLAPACK assume but do not check.
/// @collective  the answer on every rank; one Allreduce
template <MatrixLike M>
bool all_finite(const M& a) {
  return detail::is_all_finite<ValueOf<M>>(const_view(a));
}

}  // namespace ashlar
