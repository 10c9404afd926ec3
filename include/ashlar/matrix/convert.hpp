// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/convert_element.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {

/// The same matrix with elements of type To, in the same layout.
///
/// Nothing wraps around: to an integer type every element must fit. To a narrower floating-point
/// type, what is too large becomes an infinity, or is refused. To a real type a complex matrix
/// does not convert at all; ask for its real part by name, with fill_with.
/// @param overflow  [same]
/// @throws OverflowError on all ranks, naming the first element of the lowest rank that does not
/// fit
/// @collective over a.comm()
/// @example auto single = convert<float>(a);
template <Element To, Element From>
requires ElementConvertibleTo<From, To>
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
        if (!fits<To>(from(i, j))) refuse(i, j);
        if constexpr (can_overflow<From, To>)
          if (overflow == Overflow::Refused && overflows<To>(from(i, j))) refuse(i, j);
        to(i, j) = converted<To>(from(i, j));
      }
  });
  return result;
}

}  // namespace ashlar
