// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using LocalGemm = void(const char* transa, const char* transb, const int* m, const int* n,
                       const int* k, const T* alpha, const T* a, const int* lda, const T* b,
                       const int* ldb, const T* beta, T* c, const int* ldc, Length, Length);
extern "C" {
LocalGemm<float> sgemm_;
LocalGemm<double> dgemm_;
LocalGemm<c64> cgemm_;
LocalGemm<c128> zgemm_;
}
template <Scalar T>
inline constexpr LocalGemm<T>* gemm = pick<T>(sgemm_, dgemm_, cgemm_, zgemm_);

/// ?trsm and ?trmm.
template <class T>
using LocalTriangular = void(const char* side, const char* uplo, const char* transa,
                             const char* diag, const int* m, const int* n, const T* alpha,
                             const T* a, const int* lda, T* b, const int* ldb, Length, Length,
                             Length, Length);
extern "C" {
LocalTriangular<float> strsm_, strmm_;
LocalTriangular<double> dtrsm_, dtrmm_;
LocalTriangular<c64> ctrsm_, ctrmm_;
LocalTriangular<c128> ztrsm_, ztrmm_;
}
template <Scalar T>
inline constexpr LocalTriangular<T>* trsm = pick<T>(strsm_, dtrsm_, ctrsm_, ztrsm_);
template <Scalar T>
inline constexpr LocalTriangular<T>* trmm = pick<T>(strmm_, dtrmm_, ctrmm_, ztrmm_);

/// ?syrk, and ?herk with real alpha and beta.
template <class T, class R>
using LocalRankK = void(const char* uplo, const char* trans, const int* n, const int* k,
                        const R* alpha, const T* a, const int* lda, const R* beta, T* c,
                        const int* ldc, Length, Length);
extern "C" {
LocalRankK<float, float> ssyrk_;
LocalRankK<double, double> dsyrk_;
LocalRankK<c64, c64> csyrk_;
LocalRankK<c128, c128> zsyrk_;
LocalRankK<c64, float> cherk_;
LocalRankK<c128, double> zherk_;
}
template <Scalar T>
inline constexpr LocalRankK<T, T>* syrk = pick<T>(ssyrk_, dsyrk_, csyrk_, zsyrk_);
/// C := alpha A A^H + beta C; ?syrk for real types.
template <Scalar T>
inline constexpr LocalRankK<T, RealOf<T>>* herk = pick<T>(ssyrk_, dsyrk_, cherk_, zherk_);

template <class T>
using LocalGemv = void(const char* trans, const int* m, const int* n, const T* alpha, const T* a,
                       const int* lda, const T* x, const int* incx, const T* beta, T* y,
                       const int* incy, Length);
extern "C" {
LocalGemv<float> sgemv_;
LocalGemv<double> dgemv_;
LocalGemv<c64> cgemv_;
LocalGemv<c128> zgemv_;
}
template <Scalar T>
inline constexpr LocalGemv<T>* gemv = pick<T>(sgemv_, dgemv_, cgemv_, zgemv_);

/// ?trsv.
template <class T>
using LocalTrsv = void(const char* uplo, const char* trans, const char* diag, const int* n,
                       const T* a, const int* lda, T* x, const int* incx, Length, Length, Length);
extern "C" {
LocalTrsv<float> strsv_;
LocalTrsv<double> dtrsv_;
LocalTrsv<c64> ctrsv_;
LocalTrsv<c128> ztrsv_;
}
template <Scalar T>
inline constexpr LocalTrsv<T>* trsv = pick<T>(strsv_, dtrsv_, ctrsv_, ztrsv_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
