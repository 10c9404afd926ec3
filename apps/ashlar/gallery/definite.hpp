// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

// Symmetric positive definite matrices with known factors and inverses.

namespace ashlar::apps {

/// min(i, j) / max(i, j) with 1-based indices. The inverse is tridiagonal.
template <Scalar T>
struct Lehmer {
  T operator()(Index i, Index j) const {
    return T(static_cast<RealOf<T>>(static_cast<double>(std::min(i, j) + 1) /
                                    static_cast<double>(std::max(i, j) + 1)));
  }
};

/// Moler's matrix: i + 1 on the diagonal, min(i, j) - 1 elsewhere. It is U^T U, where U has ones on
/// the diagonal and -1 above: its determinant is 1, its least eigenvalue nearly 3 * 4^-n.
template <Scalar T>
struct Moler {
  T operator()(Index i, Index j) const {
    return T(static_cast<RealOf<T>>(i == j ? i + 1 : std::min(i, j) - 1));
  }
};

/// Pascal's triangle: the binomial coefficient (i + j choose i). It is L L^T with L(i, j) = (i
/// choose j), its determinant is 1, and its eigenvalues are reciprocal pairs. Exact up to 2^53;
/// infinite from order 515 on.
template <Scalar T>
struct Pascal {
  T operator()(Index i, Index j) const {
    double value = 1;
    for (Index k = 1, last = std::min(i, j); k <= last; ++k)
      value = value * static_cast<double>(i + j - last + k) / static_cast<double>(k);
    return T(static_cast<RealOf<T>>(value));
  }
};

/// rho^|i - j| (Kac, Murdock, Szegő): correlations that decrease with distance. Positive definite
/// for |rho| < 1; the inverse is tridiagonal and the determinant (1 - rho^2)^(n-1).
template <Scalar T>
struct KacMurdockSzego {
  double rho = 0.5;
  T operator()(Index i, Index j) const {
    return T(static_cast<RealOf<T>>(std::pow(rho, static_cast<double>(i > j ? i - j : j - i))));
  }
};

/// Constant tridiagonal matrix: elements below, on and above the diagonal. The eigenvalues are
/// diagonal + 2 sqrt(lower upper) cos(k pi / (n + 1)), k = 1 … n. The default is the second
/// difference: positive definite, with eigenvectors SineBasis.
template <Scalar T>
struct TridiagonalToeplitz {
  T lower = T(-1);
  T diagonal = T(2);
  T upper = T(-1);
  T operator()(Index i, Index j) const {
    return i == j ? diagonal : i == j + 1 ? lower : j == i + 1 ? upper : T(0);
  }
};

}  // namespace ashlar::apps
