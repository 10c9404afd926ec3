// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// PBLAS, written in C with Fortran names.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using Gemm = void(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                  const T* alpha, const T* a, const int* ia, const int* ja, const int* desca,
                  const T* b, const int* ib, const int* jb, const int* descb, const T* beta, T* c,
                  const int* ic, const int* jc, const int* descc);
extern "C" {
Gemm<float> psgemm_;
Gemm<double> pdgemm_;
Gemm<c64> pcgemm_;
Gemm<c128> pzgemm_;
}
template <Scalar T>
inline constexpr Gemm<T>* pgemm = pick<T>(psgemm_, pdgemm_, pcgemm_, pzgemm_);

/// p?symm and p?hemm.
template <class T>
using Symm = void(const char* side, const char* uplo, const int* m, const int* n, const T* alpha,
                  const T* a, const int* ia, const int* ja, const int* desca, const T* b,
                  const int* ib, const int* jb, const int* descb, const T* beta, T* c,
                  const int* ic, const int* jc, const int* descc);
extern "C" {
Symm<float> pssymm_;
Symm<double> pdsymm_;
Symm<c64> pcsymm_, pchemm_;
Symm<c128> pzsymm_, pzhemm_;
}
template <Scalar T>
inline constexpr Symm<T>* psymm = pick<T>(pssymm_, pdsymm_, pcsymm_, pzsymm_);
/// p?hemm; p?symm for real types.
template <Scalar T>
inline constexpr Symm<T>* phemm = pick<T>(pssymm_, pdsymm_, pchemm_, pzhemm_);

/// p?syrk, and p?herk with real alpha and beta.
template <class T, class R>
using RankK = void(const char* uplo, const char* trans, const int* n, const int* k, const R* alpha,
                   const T* a, const int* ia, const int* ja, const int* desca, const R* beta, T* c,
                   const int* ic, const int* jc, const int* descc);
extern "C" {
RankK<float, float> pssyrk_;
RankK<double, double> pdsyrk_;
RankK<c64, c64> pcsyrk_;
RankK<c128, c128> pzsyrk_;
RankK<c64, float> pcherk_;
RankK<c128, double> pzherk_;
}
template <Scalar T>
inline constexpr RankK<T, T>* psyrk = pick<T>(pssyrk_, pdsyrk_, pcsyrk_, pzsyrk_);
/// p?herk; p?syrk for real types.
template <Scalar T>
inline constexpr RankK<T, RealOf<T>>* pherk = pick<T>(pssyrk_, pdsyrk_, pcherk_, pzherk_);

/// p?syr2k, and p?her2k with a real beta.
template <class T, class R>
using Rank2K = void(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha,
                    const T* a, const int* ia, const int* ja, const int* desca, const T* b,
                    const int* ib, const int* jb, const int* descb, const R* beta, T* c,
                    const int* ic, const int* jc, const int* descc);
extern "C" {
Rank2K<float, float> pssyr2k_;
Rank2K<double, double> pdsyr2k_;
Rank2K<c64, c64> pcsyr2k_;
Rank2K<c128, c128> pzsyr2k_;
Rank2K<c64, float> pcher2k_;
Rank2K<c128, double> pzher2k_;
}
template <Scalar T>
inline constexpr Rank2K<T, T>* psyr2k = pick<T>(pssyr2k_, pdsyr2k_, pcsyr2k_, pzsyr2k_);
/// p?her2k; p?syr2k for real types.
template <Scalar T>
inline constexpr Rank2K<T, RealOf<T>>* pher2k = pick<T>(pssyr2k_, pdsyr2k_, pcher2k_, pzher2k_);

/// p?trmm and p?trsm.
template <class T>
using Triangular = void(const char* side, const char* uplo, const char* transa, const char* diag,
                        const int* m, const int* n, const T* alpha, const T* a, const int* ia,
                        const int* ja, const int* desca, T* b, const int* ib, const int* jb,
                        const int* descb);
extern "C" {
Triangular<float> pstrmm_, pstrsm_;
Triangular<double> pdtrmm_, pdtrsm_;
Triangular<c64> pctrmm_, pctrsm_;
Triangular<c128> pztrmm_, pztrsm_;
}
template <Scalar T>
inline constexpr Triangular<T>* ptrmm = pick<T>(pstrmm_, pdtrmm_, pctrmm_, pztrmm_);
template <Scalar T>
inline constexpr Triangular<T>* ptrsm = pick<T>(pstrsm_, pdtrsm_, pctrsm_, pztrsm_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
