// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/one_scalar_type.hpp>

namespace ashlar {

namespace detail {
/// Z diag(values) Z^H, exactly Hermitian, in the layout of Z.
/// @throws ArgumentError naming a value that is NaN or infinite
template <Scalar T>
DistMatrix<T> with_values(const SymmetricEigen<T>& eigen,
                          const std::vector<ashlar::RealOf<T>>& values);
}  // namespace detail

/// f(A) = Z diag(f(lambda)) Z^H of a symmetric or Hermitian matrix or view A, in A's layout and
/// exactly Hermitian; A is unchanged. `options.algorithm` is that of the eigenproblem.
/// @param f     [same] real number -> real number
/// @param uplo  [same] the triangle of A that is read
/// @throws ArgumentError  naming the eigenvalue at which f is NaN or infinite; else as
/// symmetric_eigen
/// @collective over a.comm()
/// @cost  symmetric_eigen and one gemm; two matrices of A's size besides the result
/// @example apply_symmetric(a, [](double x) { return std::tanh(x); })
template <MatrixLike A, class F>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> apply_symmetric(const A& a, F&& f, Uplo uplo = Uplo::Lower,
                                       const LinalgOptions& options = {}) {
  auto eigen = symmetric_eigen(a, {.uplo = uplo, .how = options});
  std::vector<RealOf<ValueOf<A>>> values;
  for (const auto value : eigen.values) values.push_back(f(value));
  return detail::with_values<ValueOf<A>>(eigen, values);
}

}  // namespace ashlar
