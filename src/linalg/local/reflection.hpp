// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <ashlar/base/scalar.hpp>

#include "blas.hpp"
#include "lines.hpp"

// Householder reflections of a panel, independent of its rows' distribution.

namespace ashlar::local {

/// The reflection I - tau v v^H, v = (1, scale x), whose conjugate transpose maps (alpha, x) to
/// (beta, 0), as by ?larfg.
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
/// columns near underflow may lose some.
template <class R>
bool is_safe_square(R square) {
  using Limits = std::numeric_limits<R>;
  return square > Limits::min() / (Limits::epsilon() * Limits::epsilon()) &&
         square < Limits::max() * Limits::epsilon();
}

/// The largest real or imaginary part by magnitude.
template <Scalar T>
RealOf<T> largest_part(const T* column, Index count) {
  RealOf<T> largest = 0;
  for (Index i = 0; i < count; ++i)
    largest = std::max({largest, std::abs(std::real(column[i])), std::abs(std::imag(column[i]))});
  return largest;
}

/// The power of two that makes a column's squares safe, or 1.
template <class R>
R safe_factor(R largest) {
  if (largest == 0 || !std::isfinite(largest)) return 1;
  constexpr int most = std::numeric_limits<R>::max_exponent - 4;
  return std::ldexp(R(1), std::min(most, std::max(-most, -std::ilogb(largest))));
}

/// Computes column j of T for reflections from `first` on, in place of V^H v.
template <Scalar T>
void extend_triangle(Tile<T> t, Index first, Index j, T tau) {
  t(j, j) = tau;
  for (Index i = first; i < j; ++i) {
    T sum(0);
    for (Index k = i; k < j; ++k) sum += product(t(i, k), t(k, j));
    t(i, j) = product(-tau, sum);
  }
}

/// Computes the block of T between two ranges of columns, in place of V1^H V2.
template <Scalar T>
void join_triangles(Tile<T> t, Range left, Range right) {
  constexpr Triangle upper{Uplo::Upper, Op::None, Diag::NonUnit};
  const auto part = [&](Range i, Range j) { return t.part(i.first, j.first, i.size(), j.size()); };
  const Tile<T> join = part(left, right);
  trmm<T>(Side::Left, upper, T(-1), part(left, left), join);
  trmm<T>(Side::Right, upper, T(1), part(right, right), join);
}

}  // namespace ashlar::local
