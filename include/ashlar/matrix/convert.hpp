// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <string_view>
#include <utility>

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {

namespace detail {

/// Allowed element conversions: all but complex to real, which would silently lose the imaginary
/// part.
template <class From, class To>
concept ElementConvertibleTo =
    Element<From> && Element<To> && (is_complex<To> || !is_complex<From>);

/// Conversions within a move, without range check: all but complex to real, floating-point to
/// integer, and integers to a narrower range. Rounds to nearest, if necessary to infinity. Opaque
/// types convert only to themselves.
template <class From, class To>
concept ElementMovableTo = (Storable<From> && std::same_as<From, To>) ||
                           (ElementConvertibleTo<From, To> &&
                            (Scalar<To> || (detail::IntegerElement<From> &&
                                            std::in_range<To>(std::numeric_limits<From>::min()) &&
                                            std::in_range<To>(std::numeric_limits<From>::max()))));

}  // namespace detail

/// Treatment of finite numbers beyond the target's floating-point range.
enum class Overflow {
  Infinite,  ///< signed infinity (IEEE rounding), counted by moves
  Refused,   ///< OverflowError on all ranks; for files FileError
};
constexpr std::string_view to_string(Overflow overflow) {
  return overflow == Overflow::Refused ? "refused" : "infinite";
}

namespace detail {

/// True if a finite From may become an infinite To.
template <class From, class To>
inline constexpr bool can_overflow = Scalar<From> && Scalar<To> &&
                                     sizeof(RealOf<From>) > sizeof(RealOf<To>);
/// can_overflow of run-time types.
constexpr bool dtype_can_overflow(DType from, DType to) {
  return visit_element(from, [&](auto f) {
    return visit_element(to, [&](auto t) {
      return can_overflow<typename decltype(f)::type, typename decltype(t)::type>;
    });
  });
}

}  // namespace detail

/// True if `x`, or a part of it, is finite and becomes infinite as a To.
template <Scalar To, Scalar From>
requires detail::can_overflow<From, To>
bool overflows(From x) {
  if constexpr (is_complex<From>) {
    return overflows<RealOf<To>>(x.real()) || overflows<RealOf<To>>(x.imag());
  } else {
    using Limits = std::numeric_limits<RealOf<To>>;
    // Numbers from halfway between the largest To and the next power of two round to infinity.
    constexpr int exponent = Limits::max_exponent - Limits::digits - 1;
    const From least = static_cast<From>(Limits::max()) + std::ldexp(From(1), exponent);
    return std::abs(x) >= least && std::abs(x) <= std::numeric_limits<From>::max();
  }
}

namespace detail {

/// True if `x` converts to To: any number to floating point (rounded, if necessary to infinity); to
/// an integer type unless it is NaN or its integer part is out of range.
template <Element To, Element From>
requires ElementConvertibleTo<From, To>
bool fits(From x) {
  if constexpr (Scalar<To>) {
    return true;
  } else if constexpr (detail::IntegerElement<From>) {
    return std::in_range<To>(x);
  } else {
    const From whole = std::trunc(x);
    const From limit =
        std::ldexp(From(1), std::numeric_limits<To>::digits);  // exact, unlike the largest To
    return whole >= static_cast<From>(std::numeric_limits<To>::min()) && whole < limit;
  }
}

}  // namespace detail

/// `x` as a To: real numbers get a zero imaginary part, fractions are truncated.
/// @pre fits<To>(x)
template <Element To, Element From>
requires detail::ElementConvertibleTo<From, To>
To converted(From x) {
  if constexpr (is_complex<From>)
    return {static_cast<RealOf<To>>(x.real()), static_cast<RealOf<To>>(x.imag())};
  else return To(static_cast<RealOf<To>>(x));
}

/// Converts a matrix to element type To, in the same layout.
///
/// With integer To, every element must be in range. With a narrower floating-point To, elements
/// beyond its range become infinite or are refused. Complex to real is not defined; extract the
/// real part with fill_with.
/// @param overflow  [same]
/// @throws OverflowError on all ranks, naming the first element out of range on the lowest such
/// rank
/// @collective over a.comm()
/// @example auto single = convert<float>(a);
template <Element To, Element From>
requires detail::ElementConvertibleTo<From, To>
DistMatrix<To> convert(const DistMatrix<From>& a, Overflow overflow = Overflow::Infinite) {
  DistMatrix<To> result(a.comm(), a.layout(), {.init = Init::Uninitialized});
  const LocalView<const From> from = a.local();
  const LocalView<To> to = result.local();
  const auto refuse = [&](Index il, Index jl) {
    throw OverflowError(concat("convert: element (", a.global_row(il), ", ", a.global_col(jl),
                               ") is ", +from(il, jl), ", which no ", to_string(dtype_of<To>()),
                               " can hold"));
  };
  mpi::together(mpi::Context::of(a.comm()).comm(), [&] {
    for (Index j = 0; j < from.cols; ++j)
      for (Index i = 0; i < from.rows; ++i) {
        if (!detail::fits<To>(from(i, j))) refuse(i, j);
        if constexpr (detail::can_overflow<From, To>)
          if (overflow == Overflow::Refused && overflows<To>(from(i, j))) refuse(i, j);
        to(i, j) = converted<To>(from(i, j));
      }
  });
  return result;
}

}  // namespace ashlar
