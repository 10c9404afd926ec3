// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <utility>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {

/// Whether elements of type From may become To: all but complex to real, which would lose a part in silence.
template <class From, class To>
concept ElementConvertibleTo = Element<From> && Element<To> && (is_complex<To> || !is_complex<From>);

/// Whether `x` has a value of type To. Every number fits a floating-point type (rounded, if need be to infinity);
/// an integer type takes what lies in its range once the fraction is cut off, and no NaN.
template <Element To, Element From>
  requires ElementConvertibleTo<From, To>
bool fits(From x) {
  if constexpr (Scalar<To>) {
    return true;
  } else if constexpr (IntegerElement<From>) {
    return std::in_range<To>(x);
  } else {
    const From whole = std::trunc(x);
    const From limit = std::ldexp(From(1), std::numeric_limits<To>::digits);  // exact, unlike the largest To
    return whole >= static_cast<From>(std::numeric_limits<To>::min()) && whole < limit;
  }
}

/// `x` as a To: real numbers get a zero imaginary part, fractions are cut off towards zero.
/// @pre fits<To>(x)
template <Element To, Element From>
  requires ElementConvertibleTo<From, To>
To converted(From x) {
  if constexpr (is_complex<From>)
    return {static_cast<RealOf<To>>(x.real()), static_cast<RealOf<To>>(x.imag())};
  else
    return To(static_cast<RealOf<To>>(x));
}

/// The same matrix with elements of type To, in the same layout.
///
/// Nothing wraps around: to an integer type every element must fit. To a real type a complex matrix does not
/// convert at all; ask for its real part by name, with fill_with.
/// @throws OverflowError on all ranks, naming the first element of the lowest rank that does not fit
/// @collective over a.comm()
/// @example auto single = convert<float>(a);
template <Element To, Element From>
  requires ElementConvertibleTo<From, To>
DistMatrix<To> convert(const DistMatrix<From>& a) {
  DistMatrix<To> result(a.comm(), a.layout(), {.init = Init::Uninitialized});
  const LocalView<const From> from = a.local();
  const LocalView<To> to = result.local();
  const auto refuse = [&](Index il, Index jl) {
    throw OverflowError(concat("convert: element (", a.global_row(il), ", ", a.global_col(jl), ") is ", +from(il, jl),
                               ", which no ", to_string(dtype_of<To>()), " can hold"));
  };
  mpi::together(mpi::Context::of(a.comm()).comm(), [&] {
    for (Index j = 0; j < from.cols; ++j)
      for (Index i = 0; i < from.rows; ++i) {
        if (!fits<To>(from(i, j))) refuse(i, j);
        to(i, j) = converted<To>(from(i, j));
      }
  });
  return result;
}

}  // namespace ashlar
