// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <type_traits>

#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/local_view.hpp>

// Local memory by lines, and accurate long sums.

namespace ashlar::local {

/// The view or its transpose, whichever is column-major.
template <class T>
LocalView<T> along_memory(const LocalView<T>& a) {
  return a.is_column_major() ? a : a.transposed();
}

/// Compensated sum (Neumaier), accurate to the last digits for any number of terms. Sum is double
/// or c128.
template <class Sum>
class LongSum;

template <>
class LongSum<double> {
 public:
  void add(double x) {
    const double total = sum_ + x;
    lost_ += std::abs(sum_) >= std::abs(x) ? (sum_ - total) + x : (x - total) + sum_;
    sum_ = total;
  }
  double value() const { return std::isfinite(sum_) ? sum_ + lost_ : sum_; }

 private:
  double sum_ = 0;
  double lost_ = 0;
};

template <>
class LongSum<c128> {
 public:
  void add(c128 x) {
    real_.add(x.real());
    imag_.add(x.imag());
  }
  c128 value() const { return {real_.value(), imag_.value()}; }

 private:
  LongSum<double> real_, imag_;
};

template <class R>
R product(R x, R y) {
  return x * y;
}

/// x y as in BLAS, without std::complex's treatment of infinities.
template <class R>
std::complex<R> product(std::complex<R> x, std::complex<R> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

template <class R>
double dot_term(R x, R y) {
  return static_cast<double>(x) * static_cast<double>(y);
}

/// conj(x) y in double.
template <class R>
c128 dot_term(std::complex<R> x, std::complex<R> y) {
  const double a = x.real(), b = x.imag(), c = y.real(), d = y.imag();
  return {a * c + b * d, a * d - b * c};
}

/// Sum of term(k) for k in [0, count), in eight partial sums for SIMD.
template <class Sum, class Term>
Sum sum_of(Index count, Term&& term) {
  Sum lanes[8] = {};
  Index k = 0;
  for (; k + 8 <= count; k += 8)
    for (Index lane = 0; lane < 8; ++lane) lanes[lane] += term(k + lane);
  for (; k < count; ++k) lanes[0] += term(k);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
         ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

}  // namespace ashlar::local
