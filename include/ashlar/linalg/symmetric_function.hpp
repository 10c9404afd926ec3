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

enum class NamedFunction { Sqrt, Exp, Log };
template <Scalar T>
DistMatrix<T> symmetric_function(MatrixView<const T> a, NamedFunction function,
                                 const TriangleOptions& options);
template <Scalar T>
DistMatrix<T> symmetric_power(MatrixView<const T> a, double exponent,
                              const TriangleOptions& options);
}  // namespace detail

/// f(A) = Z diag(f(lambda)) Z^H of a symmetric or Hermitian matrix or view A, in A's layout and
/// exactly Hermitian; A is unchanged. `options.how.algorithm` is that of the eigenproblem.
/// @param f  [same] real number -> real number
/// @throws ArgumentError  naming the eigenvalue at which f is NaN or infinite; else as
/// symmetric_eigen
/// @collective over a.comm()
/// @cost  symmetric_eigen and one gemm; two matrices of A's size besides the result
/// @example apply_symmetric(a, [](double x) { return std::tanh(x); })
template <MatrixLike A, class F>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> apply_symmetric(const A& a, F&& f, const TriangleOptions& options = {}) {
  auto eigen = symmetric_eigen(a, {.uplo = options.uplo, .how = options.how});
  std::vector<RealOf<ValueOf<A>>> values;
  for (const auto value : eigen.values) values.push_back(f(value));
  return detail::with_values<ValueOf<A>>(eigen, values);
}

/// The positive semidefinite S with S S = A.
/// @throws NotPositiveDefinite  with the index of an eigenvalue that is negative by more than
/// rounding (n eps max |lambda|; smaller ones count as zero); else as symmetric_eigen
/// @collective over a.comm()
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> symmetric_sqrt(const A& a, const TriangleOptions& options = {}) {
  return detail::symmetric_function<ValueOf<A>>(const_view(a), detail::NamedFunction::Sqrt,
                                                options);
}

/// The matrix exponential.
/// @throws OverflowError  with the eigenvalue whose exponential exceeds the type
/// @collective over a.comm()
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> symmetric_exp(const A& a, const TriangleOptions& options = {}) {
  return detail::symmetric_function<ValueOf<A>>(const_view(a), detail::NamedFunction::Exp, options);
}

/// The Hermitian L with exp(L) = A.
/// @throws NotPositiveDefinite  with the index of an eigenvalue that is not positive by more than
/// rounding
/// @collective over a.comm()
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> symmetric_log(const A& a, const TriangleOptions& options = {}) {
  return detail::symmetric_function<ValueOf<A>>(const_view(a), detail::NamedFunction::Log, options);
}

/// A to the power of `exponent`: -0.5 whitens with a covariance matrix.
/// @throws NotPositiveDefinite  with the index of a negative eigenvalue, unless the exponent is a
/// whole number
/// @throws SingularMatrix  with the index of an eigenvalue that is zero but for rounding, if the
/// exponent is negative
/// @collective over a.comm()
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> symmetric_power(const A& a, double exponent,
                                       const TriangleOptions& options = {}) {
  return detail::symmetric_power<ValueOf<A>>(const_view(a), exponent, options);
}

}  // namespace ashlar
