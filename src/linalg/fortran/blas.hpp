// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using LocalGemm = void(const char* transa, const char* transb, const int* m, const int* n,
                       const int* k, const T* alpha, const T* a, const int* lda, const T* b,
                       const int* ldb, const T* beta, T* c, const int* ldc, Length, Length);
ASHLAR_ROUTINE(gemm, LocalGemm, sgemm_, dgemm_, cgemm_, zgemm_);

/// ?trsm and ?trmm.
template <class T>
using LocalTriangular = void(const char* side, const char* uplo, const char* transa,
                             const char* diag, const int* m, const int* n, const T* alpha,
                             const T* a, const int* lda, T* b, const int* ldb, Length, Length,
                             Length, Length);
ASHLAR_ROUTINE(trsm, LocalTriangular, strsm_, dtrsm_, ctrsm_, ztrsm_);
ASHLAR_ROUTINE(trmm, LocalTriangular, strmm_, dtrmm_, ctrmm_, ztrmm_);

/// ?syrk, and ?herk with real alpha and beta.
template <class T, class R = T>
using LocalRankK = void(const char* uplo, const char* trans, const int* n, const int* k,
                        const R* alpha, const T* a, const int* lda, const R* beta, T* c,
                        const int* ldc, Length, Length);
ASHLAR_ROUTINE(syrk, LocalRankK, ssyrk_, dsyrk_, csyrk_, zsyrk_);
/// C := alpha A A^H + beta C; ?syrk for real types.
template <class T>
using LocalHermitianRankK = LocalRankK<T, RealOf<T>>;
ASHLAR_ROUTINE(herk, LocalHermitianRankK, ssyrk_, dsyrk_, cherk_, zherk_);

template <class T>
using LocalGemv = void(const char* trans, const int* m, const int* n, const T* alpha, const T* a,
                       const int* lda, const T* x, const int* incx, const T* beta, T* y,
                       const int* incy, Length);
ASHLAR_ROUTINE(gemv, LocalGemv, sgemv_, dgemv_, cgemv_, zgemv_);

/// ?trsv.
template <class T>
using LocalTrsv = void(const char* uplo, const char* trans, const char* diag, const int* n,
                       const T* a, const int* lda, T* x, const int* incx, Length, Length, Length);
ASHLAR_ROUTINE(trsv, LocalTrsv, strsv_, dtrsv_, ctrsv_, ztrsv_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
