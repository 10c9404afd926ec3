// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <ashlar/base/expect.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

namespace ashlar {

/// 64 well-mixed bits that depend on `seed`, `i`, `j` and `stream` alone, on no layout, rank or
/// order of calls.
/// @see finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), applied once per input
constexpr std::uint64_t random_bits(std::uint64_t seed, Index i, Index j,
                                    std::uint64_t stream = 0) {
  const auto mix = [](std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
  };
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15ULL;
  std::uint64_t x = mix(seed + step);
  x = mix(x + step + static_cast<std::uint64_t>(i));
  x = mix(x + step + static_cast<std::uint64_t>(j));
  return mix(x + step + stream);
}

namespace detail {

/// A float or double in [0, 1): the highest bits as a fraction, so that every value is exact.
template <class R>
constexpr R unit_interval(std::uint64_t bits) {
  constexpr int digits = std::numeric_limits<R>::digits;
  constexpr R ulp = R(1) / static_cast<R>(std::uint64_t{1} << digits);
  return static_cast<R>(bits >> (64 - digits)) * ulp;
}

/// floor(bits * count / 2^64): an integer below `count`, 2^64 if that is 0.
constexpr std::uint64_t below(std::uint64_t bits, std::uint64_t count) {
  if (count == 0) return bits;
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits) * count) >> 64);
}

}  // namespace detail

/// Element (i, j) of a matrix of independent uniform random numbers: the same bits in every layout
/// and on any number of ranks.
///
/// Real types lie in [lo, hi); complex types have both parts there; integers lie in [lo, hi], both
/// ends included.
/// @example a.fill_with(Uniform<double>(seed));
template <Element T>
class Uniform {
 public:
  using Bound = RealOf<T>;

  /// Numbers from [0, 1), for integers all values of the type.
  explicit Uniform(std::uint64_t seed)
  requires Scalar<T>
      : Uniform(seed, 0, 1) {}
  explicit Uniform(std::uint64_t seed)
  requires IntegerElement<T>
      : Uniform(seed, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()) {}

  /// @throws ArgumentError if lo > hi or a bound is not finite
  Uniform(std::uint64_t seed, Bound lo, Bound hi) : seed_(seed), lo_(lo), hi_(hi) {
    bool ok = lo <= hi;
    if constexpr (Scalar<T>)
      ok = ok && std::isfinite(lo) && std::isfinite(hi) && std::isfinite(hi - lo);
    expect(ok, "Uniform: [", +lo, ", ", +hi, "] is not a finite range; give lo <= hi");
  }

  T operator()(Index i, Index j) const {
    if constexpr (is_complex<T>)
      return {real(random_bits(seed_, i, j, 0)), real(random_bits(seed_, i, j, 1))};
    else if constexpr (Scalar<T>) return real(random_bits(seed_, i, j));
    else return integer(random_bits(seed_, i, j));
  }

 private:
  Bound real(std::uint64_t bits) const {
    const Bound x = lo_ + (hi_ - lo_) * detail::unit_interval<Bound>(bits);
    return x < hi_ ? x : lo_;  // rounding may reach hi
  }
  T integer(std::uint64_t bits) const {
    const auto first = static_cast<std::uint64_t>(lo_);  // NOLINT(bugprone-signed-char-misuse)
    const std::uint64_t count = static_cast<std::uint64_t>(hi_) - first + 1;
    return static_cast<T>(first + detail::below(bits, count));
  }

  std::uint64_t seed_;
  Bound lo_;
  Bound hi_;
};

/// Element (i, j) of a matrix of independent normal random numbers (mean 0, variance 1; for complex
/// types each part has variance 1/2), by Box and Muller's formula. The same on any number of ranks
/// of one machine; the last bits are those of its mathematical library.
template <Scalar T>
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : seed_(seed) {}

  T operator()(Index i, Index j) const {
    constexpr double two_pi = 6.283185307179586476925286766559;
    const double u = 1.0 - detail::unit_interval<double>(random_bits(seed_, i, j, 0));
    const double angle = two_pi * detail::unit_interval<double>(random_bits(seed_, i, j, 1));
    using R = RealOf<T>;
    if constexpr (is_complex<T>) {
      const double radius = std::sqrt(-std::log(u));
      return {static_cast<R>(radius * std::cos(angle)), static_cast<R>(radius * std::sin(angle))};
    } else {
      return static_cast<R>(std::sqrt(-2.0 * std::log(u)) * std::cos(angle));
    }
  }

 private:
  std::uint64_t seed_;
};

}  // namespace ashlar
