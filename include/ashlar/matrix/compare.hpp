// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

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
