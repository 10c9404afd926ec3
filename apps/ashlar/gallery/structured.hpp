// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/matrix/generate.hpp>

// Matrices of linear systems with known determinants or singular values, and orthogonal matrices.

namespace ashlar::apps {

/// Kahan's upper triangle: row i is sin(theta)^i times (0 … 0 1 -c … -c) with c = cos(theta). Its
/// determinant is sin(theta)^(n (n-1) / 2). QR with column pivoting exchanges no columns, but its
/// last diagonal element is far above the least singular value.
template <Scalar T>
struct Kahan {
  double theta = 1.2;
  T operator()(Index i, Index j) const {
    if (j < i) return T(0);
    const double scale = std::pow(std::sin(theta), static_cast<double>(i));
    return T(static_cast<RealOf<T>>(i == j ? scale : -scale * std::cos(theta)));
  }
};

/// Parter's matrix 1 / (i - j + 1/2), Cauchy and Toeplitz: most singular values are pi to many
/// digits, none is larger.
template <Scalar T>
struct Parter {
  T operator()(Index i, Index j) const {
    return T(static_cast<RealOf<T>>(1 / (static_cast<double>(i - j) + 0.5)));
  }
};

/// Hilbert matrix with a first row of ones: ill-conditioned, unsymmetric, with an inverse of
/// integers.
template <Scalar T>
struct Lotkin {
  T operator()(Index i, Index j) const {
    return i == 0 ? T(1) : T(static_cast<RealOf<T>>(1 / static_cast<double>(i + j + 1)));
  }
};

/// Matrix 1 / (x[i] + y[j]). Its determinant is the product over i < j of (x[j] - x[i]) (y[j] -
/// y[i]), divided by that of all x[i] + y[j].
/// @pre x and y have an element per row and column
template <Scalar T>
class Cauchy {
 public:
  Cauchy(std::vector<T> x, std::vector<T> y) : x_(std::move(x)), y_(std::move(y)) {}
  T operator()(Index i, Index j) const {
    return T(1) / (x_[static_cast<std::size_t>(i)] + y_[static_cast<std::size_t>(j)]);
  }

 private:
  std::vector<T> x_, y_;
};

/// Matrix x[i]^j: row i evaluates polynomials at x[i]. The determinant is the product of x[j] -
/// x[i] over i < j.
/// @pre x has an element per row
template <Scalar T>
class Vandermonde {
 public:
  explicit Vandermonde(std::vector<T> x) : x_(std::move(x)) {}
  T operator()(Index i, Index j) const {
    T power = T(1), square = x_[static_cast<std::size_t>(i)];
    for (auto bits = static_cast<std::uint64_t>(j); bits > 0; bits >>= 1, square *= square)
      if (bits & 1) power *= square;
    return power;
  }

 private:
  std::vector<T> x_;
};

/// Chebyshev polynomials at n points: T_j(cos((i + 1/2) pi / n)), a well-conditioned relative of
/// Vandermonde's matrix. Its columns are orthogonal; their sums of squares are n in the first, n /
/// 2 in the others.
template <Scalar T>
struct ChebyshevBasis {
  Index n = 0;
  T operator()(Index i, Index j) const {
    constexpr double pi = 3.14159265358979323846;
    const double angle = (static_cast<double>(i) + 0.5) * pi / static_cast<double>(n);
    return T(static_cast<RealOf<T>>(std::cos(static_cast<double>(j) * angle)));
  }
};

/// Discrete sine transform sqrt(2 / (n + 1)) sin((i + 1) (j + 1) pi / (n + 1)): orthogonal and
/// symmetric; its columns are the eigenvectors of the second difference.
template <Scalar T>
struct SineBasis {
  Index n = 0;
  T operator()(Index i, Index j) const {
    constexpr double pi = 3.14159265358979323846;
    const auto period = static_cast<double>(n + 1);
    const double turns =
        std::fmod(static_cast<double>(i + 1) * static_cast<double>(j + 1), 2 * period);
    return T(static_cast<RealOf<T>>(std::sqrt(2 / period) * std::sin(turns * pi / period)));
  }
};

/// Sylvester's Hadamard matrix of 1 and -1: columns are orthogonal for orders that are powers of
/// two, H^T H = n I, with the largest determinant of all such matrices.
template <Scalar T>
struct SylvesterHadamard {
  T operator()(Index i, Index j) const {
    return std::popcount(static_cast<std::uint64_t>(i & j)) % 2 == 0 ? T(1) : T(-1);
  }
};

/// Householder reflection I - 2 u u^H with a random unit vector u of n elements: unitary and
/// Hermitian, with one eigenvalue -1 and all others 1.
template <Scalar T>
class RandomReflection {
 public:
  /// @cost O(n), once
  RandomReflection(std::uint64_t seed, Index n) : u_(static_cast<std::size_t>(n)) {
    const Normal<T> normal(seed);
    double squares = 0;
    for (Index i = 0; i < n; ++i) {
      u_[static_cast<std::size_t>(i)] = normal(i, 0);
      squares += static_cast<double>(std::norm(normal(i, 0)));
    }
    const auto factor = static_cast<RealOf<T>>(std::sqrt(2 / squares));
    for (T& x : u_) x *= factor;
  }
  T operator()(Index i, Index j) const {
    const T product = u_[static_cast<std::size_t>(i)] * conjugate(u_[static_cast<std::size_t>(j)]);
    return i == j ? T(1) - product : -product;
  }

 private:
  std::vector<T> u_;  // sqrt(2) times the unit vector
};

}  // namespace ashlar::apps
