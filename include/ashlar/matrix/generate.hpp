// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

namespace detail {

/// 64 random bits as a function of `seed`, `i`, `j` and `stream`, independent of layout, rank and
/// call order.
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

/// Float or double in [0, 1) from the highest `bits`, without rounding.
template <class R>
constexpr R unit_interval(std::uint64_t bits) {
  constexpr int digits = std::numeric_limits<R>::digits;
  constexpr R ulp = R(1) / static_cast<R>(std::uint64_t{1} << digits);
  return static_cast<R>(bits >> (64 - digits)) * ulp;
}

/// floor(bits * count / 2^64), an integer below `count`; `count` 0 stands for 2^64.
constexpr std::uint64_t below(std::uint64_t bits, std::uint64_t count) {
  if (count == 0) return bits;
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits) * count) >> 64);
}

}  // namespace detail

/// Independent uniform random numbers by global index, with equal bits in every layout and for
/// every number of ranks.
///
/// Real numbers, and both parts of complex ones, lie in [lo, hi); integers in [lo, hi], ends
/// included.
/// @example a.fill_with(Uniform<double>(seed));
template <Element T>
class Uniform {
 public:
  using Bound = RealOf<T>;

  /// Numbers from [0, 1); for integers all values of the type.
  explicit Uniform(std::uint64_t seed)
  requires Scalar<T>
      : Uniform(seed, 0, 1) {}
  explicit Uniform(std::uint64_t seed)
  requires detail::IntegerElement<T>
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
      return {real(detail::random_bits(seed_, i, j, 0)), real(detail::random_bits(seed_, i, j, 1))};
    else if constexpr (Scalar<T>) return real(detail::random_bits(seed_, i, j));
    else return integer(detail::random_bits(seed_, i, j));
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

/// Independent normal random numbers by global index (mean 0, variance 1; 1/2 for each complex
/// part), by Box and Muller. Equal for every number of ranks on one machine; the last bits depend
/// on the mathematical library.
template <Scalar T>
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : seed_(seed) {}

  T operator()(Index i, Index j) const {
    constexpr double two_pi = 6.283185307179586476925286766559;
    const double u = 1.0 - detail::unit_interval<double>(detail::random_bits(seed_, i, j, 0));
    const double angle =
        two_pi * detail::unit_interval<double>(detail::random_bits(seed_, i, j, 1));
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

// Known matrices as functions of the global indices.

namespace ashlar {

/// Identity matrix.
template <Element T>
struct Identity {
  T operator()(Index i, Index j) const { return i == j ? T(1) : T(0); }
};

/// Hilbert matrix 1 / (i + j + 1): symmetric positive definite, ill-conditioned.
template <Scalar T>
struct Hilbert {
  T operator()(Index i, Index j) const {
    return T(RealOf<T>(1) / static_cast<RealOf<T>>(i + j + 1));
  }
};

/// min(i, j) + 1: symmetric positive definite; its inverse is the second-difference matrix.
template <Element T>
struct MinIJ {
  T operator()(Index i, Index j) const { return T(static_cast<RealOf<T>>(std::min(i, j) + 1)); }
};

/// Toeplitz matrix: first_column[i - j] on and below the diagonal, first_row[j - i] above.
/// @pre both vectors cover the matrix; first_row[0] is unused
template <Element T>
class Toeplitz {
 public:
  Toeplitz(std::vector<T> first_column, std::vector<T> first_row)
      : first_column_(std::move(first_column)), first_row_(std::move(first_row)) {}

  /// @throws ArgumentError if (i, j) is beyond the vectors
  T operator()(Index i, Index j) const {
    const std::vector<T>& values = i >= j ? first_column_ : first_row_;
    const Index k = i >= j ? i - j : j - i;
    expect(k < static_cast<Index>(values.size()), "Toeplitz: element (", i, ", ", j,
           ") needs value ", k, " of the first ", i >= j ? "column" : "row", ", but only ",
           values.size(), " were given");
    return values[static_cast<std::size_t>(k)];
  }

 private:
  std::vector<T> first_column_;
  std::vector<T> first_row_;
};

/// Uniform random numbers from [-1, 1), with diagonal 2n: an n x n matrix is diagonally dominant by
/// rows and columns (also complex), so LU needs no pivoting and the condition is small.
template <Scalar T>
class DiagonallyDominant {
 public:
  DiagonallyDominant(std::uint64_t seed, Index n) : uniform_(seed, -1, 1), n_(n) {}
  T operator()(Index i, Index j) const {
    return i == j ? T(static_cast<RealOf<T>>(2 * n_)) : uniform_(i, j);
  }

 private:
  Uniform<T> uniform_;
  Index n_;
};

/// Random symmetric (complex: Hermitian) positive definite matrix of order n: uniform numbers from
/// [-1, 1), diagonal 2n.
template <Scalar T>
class PositiveDefinite {
 public:
  PositiveDefinite(std::uint64_t seed, Index n) : dominant_(seed, n) {}
  T operator()(Index i, Index j) const {
    return i >= j ? dominant_(i, j) : conjugate(dominant_(j, i));
  }

 private:
  DiagonallyDominant<T> dominant_;
};

/// New matrix with elements f(i, j), without communication of elements.
/// @param f  [same] function of the global indices: Uniform, Hilbert, a lambda, …
/// @collective over the grid's communicator
/// @example auto a = generate<double>(grid, {n, n}, {.block = {64, 64}},
/// PositiveDefinite<double>(seed, n));
template <Element T, class F>
DistMatrix<T> generate(const ProcessGrid& grid, Shape shape, Blocking blocking, F&& f) {
  DistMatrix<T> result(grid, shape, blocking, {.init = Init::Uninitialized});
  result.fill_with(std::forward<F>(f));
  return result;
}

/// `generate` for any layout. @collective over `comm`
template <Element T, class F>
DistMatrix<T> generate(mpi::CommunicatorView comm, const Layout& layout, F&& f) {
  DistMatrix<T> result(comm, layout, {.init = Init::Uninitialized});
  result.fill_with(std::forward<F>(f));
  return result;
}

}  // namespace ashlar
