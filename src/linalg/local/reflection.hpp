// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <ashlar/base/scalar.hpp>

#include "blas.hpp"
#include "lines.hpp"

// What Householder's reflections of a panel have in common, whoever has its rows.

namespace ashlar::local {

/// The reflection I - tau v v^H whose conjugate transpose takes (alpha, x) to (beta, 0), for
/// v = (1, scale x), as ?larfg says.
template <Scalar T>
struct Reflection {
  T beta, tau, scale;
};

template <Scalar T>
Reflection<T> reflection_of(T alpha, RealOf<T> norm_of_x) {
  const RealOf<T> real = std::real(alpha), imaginary = std::imag(alpha);
  if (norm_of_x == 0 && imaginary == 0) return {alpha, T(0), T(0)};
  const RealOf<T> beta = -std::copysign(std::hypot(std::hypot(real, imaginary), norm_of_x), real);
  const RealOf<T> ratio = (beta - real) / beta;
  if constexpr (is_complex<T>) return {T(beta), {ratio, -imaginary / beta}, T(1) / (alpha - beta)};
  else return {beta, ratio, T(1) / (alpha - beta)};
}

/// True if the sum of squares neither overflowed nor lost digits to underflow. Products with
/// columns that are close to underflow themselves may lose some.
template <class R>
bool is_safe_square(R square) {
  using Limits = std::numeric_limits<R>;
  return square > Limits::min() / (Limits::epsilon() * Limits::epsilon()) &&
         square < Limits::max() * Limits::epsilon();
}

/// The largest part of a column's elements, real or imaginary.
template <Scalar T>
RealOf<T> largest_part(const T* column, Index count) {
  RealOf<T> largest = 0;
  for (Index i = 0; i < count; ++i)
    largest = std::max({largest, std::abs(std::real(column[i])), std::abs(std::imag(column[i]))});
  return largest;
}

/// The power of two by which a column is multiplied so that its squares are safe; 1 where there is
/// none.
template <class R>
R safe_factor(R largest) {
  if (largest == 0 || !std::isfinite(largest)) return 1;
  constexpr int most = std::numeric_limits<R>::max_exponent - 4;
  return std::ldexp(R(1), std::min(most, std::max(-most, -std::ilogb(largest))));
}

/// Column j of the triangle T of the reflections from `first` on, where V^H v of those before j
/// stands.
template <Scalar T>
void extend_triangle(Tile<T> t, Index first, Index j, T tau) {
  t(j, j) = tau;
  for (Index i = first; i < j; ++i) {
    T sum(0);
    for (Index k = i; k < j; ++k) sum += product(t(i, k), t(k, j));
    t(i, j) = product(-tau, sum);
  }
}

/// The block of T that joins the reflections of two neighbouring ranges of columns, where V1^H V2
/// stands.
template <Scalar T>
void join_triangles(Tile<T> t, Range left, Range right) {
  constexpr Triangle upper{Uplo::Upper, Op::None, Diag::NonUnit};
  const auto part = [&](Range i, Range j) { return t.part(i.first, j.first, i.size(), j.size()); };
  const Tile<T> join = part(left, right);
  trmm<T>(Side::Left, upper, T(-1), part(left, left), join);
  trmm<T>(Side::Right, upper, T(1), part(right, right), join);
}

}  // namespace ashlar::local
