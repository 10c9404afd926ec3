// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/written_to.hpp>

namespace ashlar {

namespace detail {
/// Says in a sentence of its own what is wrong with the operands, where a concept would only name
/// itself.
template <class T, class... Others>
consteval bool is_one_scalar_type() {
  static_assert(Scalar<T>,
                "linear algebra is there for float, double, complex<float> and complex<double>: "
                "convert<double>(a) makes a matrix of one of these");
  static_assert(
      (std::same_as<T, Others> && ...),
      "all operands must have one element type: convert<To>(a) makes a matrix of another");
  return true;
}
}  // namespace detail

/// Matrices and views of one element type, which is one of the four of BLAS.
template <class A, class... Others>
concept OneScalarType = detail::is_one_scalar_type<ValueOf<A>, ValueOf<Others>...>();

}  // namespace ashlar
