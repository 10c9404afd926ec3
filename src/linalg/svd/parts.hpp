// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <ashlar/linalg/svd.hpp>
#include <ashlar/move/copy.hpp>

// Steps of the singular value decomposition, collective over the matrix's communicator. Matrices
// are nonempty and not wide, and finite except for svd_on_rank_zero.

namespace ashlar::detail {

inline Index columns_of_u(Shape a, SvdVectors vectors) {
  return vectors == SvdVectors::Full ? a.rows : a.cols;
}

/// Scales `a` to `largest` about 1 by a power of two if squares of numbers or of their differences
/// leave the range of exponents. Returns its exponent, or 0. [local]
/// @param largest  finite
template <Scalar T>
int scale(LocalView<T> a, ashlar::RealOf<T> largest) {
  using R = ashlar::RealOf<T>;
  const R small = std::sqrt(std::numeric_limits<R>::min()) / std::numeric_limits<R>::epsilon();
  if (largest == 0 || (largest >= small && largest <= 1 / small)) return 0;
  const int exponent = -std::ilogb(largest);
  for (Index j = 0; j < a.cols; ++j)
    for (Index i = 0; i < a.rows; ++i) {
      T& x = a(i, j);
      if constexpr (is_complex<T>)
        x = {std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent)};
      else x = std::ldexp(x, exponent);
    }
  return exponent;
}

/// ?gesdd on rank 0, where the factors remain; nullopt if `a` is not finite. Check and scaling are
/// on rank 0, too, since messages take longer than small decompositions.
/// @throws NotConverged
template <Scalar T>
std::optional<Svd<T>> svd_on_rank_zero(DistMatrix<T> a, SvdVectors vectors);

/// Decomposes `a`, in square blocks, by a bidiagonal matrix; factors have its blocks.
/// @throws NotConverged
template <Scalar T>
Svd<T> svd_by_bidiagonal(DistMatrix<T> a, SvdVectors vectors);

/// A real matrix with diagonal d and superdiagonal e. [same]
template <class R>
struct Bidiagonal {
  std::vector<R> d, e;
};

/// Decomposes a bidiagonal matrix; U and V^T are on rank 0.
/// @throws NotConverged
template <class R>
Svd<R> svd_of_bidiagonal(mpi::CommunicatorView comm, const Bidiagonal<R>& b, bool with_vectors);

/// [x, 0; 0, I] in `layout`.
template <Scalar T, Element X>
DistMatrix<T> bordered(const DistMatrix<X>& x, const Layout& layout) {
  DistMatrix<T> result(x.comm(), layout);
  copy_into(x, result.view({0, x.rows()}, {0, x.cols()}));
  for (Index k = x.cols(); k < layout.shape().cols; ++k) result.set(k, k, T(1));
  return result;
}

}  // namespace ashlar::detail
