// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/linalg/eigen.hpp>

namespace ashlar::detail {

/// A Hermitian matrix's lower triangle times 2^-exponent, in range of all kernels; zero elsewhere.
template <Scalar T>
struct Prepared {
  DistMatrix<T> matrix;
  int exponent = 0;  ///< even; 0 unless squares overflow or underflow
};

/// Copies one triangle of `a`.
/// @param name  name in messages
/// @throws ArgumentError naming an element of the triangle that is NaN or infinite
/// @collective
template <Scalar T>
Prepared<T> prepared(MatrixView<const T> a, Uplo uplo, const Layout& layout, const char* name);

/// Replaces local elements x by f(x). [local]
template <Scalar T, class F>
void for_all(DistMatrix<T>& a, F&& f) {
  const LocalView<T> local = a.local();
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il) local(il, jl) = f(local(il, jl));
}

}  // namespace ashlar::detail
