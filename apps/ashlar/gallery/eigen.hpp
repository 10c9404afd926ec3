// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

// Matrices with known or ill-conditioned eigenvalues.

namespace ashlar::apps {

/// Frank's matrix of order n: n - max(i, j), upper Hessenberg. Its determinant is 1; its
/// eigenvalues are positive, in reciprocal pairs, and the small ones are ill-conditioned.
template <Scalar T>
struct Frank {
  Index n = 0;
  T operator()(Index i, Index j) const {
    return j >= i - 1 ? T(static_cast<RealOf<T>>(n - std::max(i, j))) : T(0);
  }
};

/// Wilkinson's W+ of order n: tridiagonal, with diagonal |(n - 1) / 2 - i| and ones beside it. Its
/// large eigenvalues are nearly equal pairs: the largest two of W21+ agree in 15 digits,
/// 10.746194182903.
template <Scalar T>
struct WilkinsonPlus {
  Index n = 21;
  T operator()(Index i, Index j) const {
    if (i == j)
      return T(static_cast<RealOf<T>>(
          std::abs(static_cast<double>(n - 1) / 2 - static_cast<double>(i))));
    return i == j + 1 || j == i + 1 ? T(1) : T(0);
  }
};

/// Wilkinson's W- of order n: the diagonal is (n - 1) / 2 - i. Its eigenvalues are pairs x and -x.
template <Scalar T>
struct WilkinsonMinus {
  Index n = 21;
  T operator()(Index i, Index j) const {
    if (i == j)
      return T(static_cast<RealOf<T>>(static_cast<double>(n - 1) / 2 - static_cast<double>(i)));
    return i == j + 1 || j == i + 1 ? T(1) : T(0);
  }
};

/// Rosser's 8 x 8 matrix: symmetric, with the eigenvalues 10 sqrt(10405), 510 + 100 sqrt(26), 1020,
/// 1000 twice, 510 - 100 sqrt(26), 0 and -10 sqrt(10405): a double one, three close ones, zero, and
/// the largest in both signs.
template <Scalar T>
struct Rosser {
  /// @throws ArgumentError beyond 8 x 8 elements
  T operator()(Index i, Index j) const {
    constexpr int values[8][8] = {
        {611, 196, -192, 407, -8, -52, -49, 29}, {196, 899, 113, -192, -71, -43, -8, -44},
        {-192, 113, 899, 196, 61, 49, 8, 52},    {407, -192, 196, 611, 8, 44, 59, -23},
        {-8, -71, 61, 8, 411, -599, 208, 208},   {-52, -43, 49, 44, -599, 411, 208, 208},
        {-49, -8, 8, 59, 208, 208, 99, -911},    {29, -44, 52, -23, 208, 208, -911, 99}};
    expect(0 <= i && i < 8 && 0 <= j && j < 8, "Rosser: there is no element (", i, ", ", j,
           "); the matrix is 8x8");
    return T(static_cast<RealOf<T>>(values[i][j]));
  }
};

/// Clement's matrix of order n in symmetric form: zero but for sqrt((k + 1) (n - 1 - k)) between k
/// and k + 1. Its eigenvalues are n - 1, n - 3, …, -(n - 1).
template <Scalar T>
struct Clement {
  Index n = 0;
  T operator()(Index i, Index j) const {
    if (i != j + 1 && j != i + 1) return T(0);
    const auto k = static_cast<double>(std::min(i, j));
    return T(static_cast<RealOf<T>>(std::sqrt((k + 1) * (static_cast<double>(n) - 1 - k))));
  }
};

/// Grcar's matrix: -1 below the diagonal, ones on it and on `bands` diagonals above. Its
/// eigenvalues are very sensitive: computed ones are inaccurate for large orders.
template <Scalar T>
struct Grcar {
  Index bands = 3;
  T operator()(Index i, Index j) const {
    return i == j + 1 ? T(-1) : i <= j && j <= i + bands ? T(1) : T(0);
  }
};

/// Companion matrix of the polynomial x^n + c[n-1] x^(n-1) + … + c[0]: its eigenvalues are the
/// roots. The first row has -c[n-1], …, -c[0]; ones are below the diagonal.
template <Scalar T>
class Companion {
 public:
  explicit Companion(std::vector<T> c) : c_(std::move(c)) {}

  /// @pre i and j are below the number of coefficients
  T operator()(Index i, Index j) const {
    if (i == 0) return -c_[c_.size() - 1 - static_cast<std::size_t>(j)];
    return i == j + 1 ? T(1) : T(0);
  }

 private:
  std::vector<T> c_;
};

}  // namespace ashlar::apps
