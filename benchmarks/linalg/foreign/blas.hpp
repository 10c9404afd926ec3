// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fortran/pick.hpp"

// BLAS for the peers; src/linalg/fortran/pick.hpp describes the conventions.

namespace ashlar::bench::foreign {
using fortran::Length;
using fortran::pick;
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

template <class T>
using Gemm = void(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                  const T* alpha, const T* a, const int* lda, const T* b, const int* ldb,
                  const T* beta, T* c, const int* ldc, Length, Length);
template <class T>
using Symm = void(const char* side, const char* uplo, const int* m, const int* n, const T* alpha,
                  const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c,
                  const int* ldc, Length, Length);
template <class T>
using Syrk = void(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha,
                  const T* a, const int* lda, const T* beta, T* c, const int* ldc, Length, Length);
template <class T>
using Triangular = void(const char* side, const char* uplo, const char* transa, const char* diag,
                        const int* m, const int* n, const T* alpha, const T* a, const int* lda,
                        T* b, const int* ldb, Length, Length, Length, Length);
extern "C" {
Gemm<float> sgemm_;
Gemm<double> dgemm_;
Gemm<c64> cgemm_;
Gemm<c128> zgemm_;
Symm<float> ssymm_;
Symm<double> dsymm_;
Symm<c64> csymm_;
Symm<c128> zsymm_;
Syrk<float> ssyrk_;
Syrk<double> dsyrk_;
Syrk<c64> csyrk_;
Syrk<c128> zsyrk_;
Triangular<float> strmm_, strsm_;
Triangular<double> dtrmm_, dtrsm_;
Triangular<c64> ctrmm_, ctrsm_;
Triangular<c128> ztrmm_, ztrsm_;
}
template <Scalar T>
inline constexpr Gemm<T>* gemm = pick<T>(sgemm_, dgemm_, cgemm_, zgemm_);
template <Scalar T>
inline constexpr Symm<T>* symm = pick<T>(ssymm_, dsymm_, csymm_, zsymm_);
template <Scalar T>
inline constexpr Syrk<T>* syrk = pick<T>(ssyrk_, dsyrk_, csyrk_, zsyrk_);
template <Scalar T>
inline constexpr Triangular<T>* trmm = pick<T>(strmm_, dtrmm_, ctrmm_, ztrmm_);
template <Scalar T>
inline constexpr Triangular<T>* trsm = pick<T>(strsm_, dtrsm_, ctrsm_, ztrsm_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::bench::foreign
