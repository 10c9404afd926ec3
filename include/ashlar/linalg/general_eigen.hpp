// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <vector>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Eigenvalues and right eigenvectors of a square matrix without symmetry, complex also where the
/// matrix is real.
template <Scalar T>
struct GeneralEigen {
  using Complex = std::complex<RealOf<T>>;

  /// In LAPACK's order, the same on every rank; conjugate pairs of a real matrix side by side, the
  /// one with the positive imaginary part first.
  std::vector<Complex> values;
  /// A v = lambda v; columns of 2-norm one, dealt as A. n x 0 if not wanted.
  DistMatrix<Complex> vectors;
};

namespace detail {
template <Scalar T>
GeneralEigen<T> general_eigen(MatrixView<const T> a, bool vectors, const LinalgOptions& options);
}

/// Eigenvalues and right eigenvectors of a square matrix or view in any layout (LAPACK ?geev). A is
/// unchanged. LAPACK on rank 0 does it: ScaLAPACK's p?hseqr has known faults.
/// @throws ArgumentError  if A is not square, or naming an element that is NaN or infinite
/// @throws NotConverged   if the QR iteration gave up
/// @throws OverflowError  if A's order exceeds 32 bits
/// @collective over a.comm(), idle ranks included; throws on all ranks or on none
/// @cost about 25 n^3 operations on rank 0 (values only: 10 n^3), which needs three times A's
/// memory
template <MatrixLike A>
requires OneScalarType<A>
GeneralEigen<ValueOf<A>> general_eigen(const A& a, const LinalgOptions& options = {}) {
  return detail::general_eigen<ValueOf<A>>(const_view(a), true, options);
}

/// The eigenvalues alone.
/// @collective as general_eigen, with the same errors
/// @example const std::vector<c128> values = eigenvalues(a);
template <MatrixLike A>
requires OneScalarType<A>
std::vector<std::complex<RealOf<ValueOf<A>>>> eigenvalues(const A& a,
                                                          const LinalgOptions& options = {}) {
  return detail::general_eigen<ValueOf<A>>(const_view(a), false, options).values;
}

}  // namespace ashlar
