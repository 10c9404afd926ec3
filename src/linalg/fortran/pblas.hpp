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
ASHLAR_ROUTINE(pgemm, Gemm, psgemm_, pdgemm_, pcgemm_, pzgemm_);

/// p?symm and p?hemm.
template <class T>
using Symm = void(const char* side, const char* uplo, const int* m, const int* n, const T* alpha,
                  const T* a, const int* ia, const int* ja, const int* desca, const T* b,
                  const int* ib, const int* jb, const int* descb, const T* beta, T* c,
                  const int* ic, const int* jc, const int* descc);
ASHLAR_ROUTINE(psymm, Symm, pssymm_, pdsymm_, pcsymm_, pzsymm_);
/// p?hemm; p?symm for real types.
ASHLAR_ROUTINE(phemm, Symm, pssymm_, pdsymm_, pchemm_, pzhemm_);

/// p?syrk, and p?herk with real alpha and beta.
template <class T, class R = T>
using RankK = void(const char* uplo, const char* trans, const int* n, const int* k, const R* alpha,
                   const T* a, const int* ia, const int* ja, const int* desca, const R* beta, T* c,
                   const int* ic, const int* jc, const int* descc);
ASHLAR_ROUTINE(psyrk, RankK, pssyrk_, pdsyrk_, pcsyrk_, pzsyrk_);
/// p?herk; p?syrk for real types.
template <class T>
using HermitianRankK = RankK<T, RealOf<T>>;
ASHLAR_ROUTINE(pherk, HermitianRankK, pssyrk_, pdsyrk_, pcherk_, pzherk_);

/// p?syr2k, and p?her2k with a real beta.
template <class T, class R = T>
using Rank2K = void(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha,
                    const T* a, const int* ia, const int* ja, const int* desca, const T* b,
                    const int* ib, const int* jb, const int* descb, const R* beta, T* c,
                    const int* ic, const int* jc, const int* descc);
ASHLAR_ROUTINE(psyr2k, Rank2K, pssyr2k_, pdsyr2k_, pcsyr2k_, pzsyr2k_);
/// p?her2k; p?syr2k for real types.
template <class T>
using HermitianRank2K = Rank2K<T, RealOf<T>>;
ASHLAR_ROUTINE(pher2k, HermitianRank2K, pssyr2k_, pdsyr2k_, pcher2k_, pzher2k_);

/// p?trmm and p?trsm.
template <class T>
using Triangular = void(const char* side, const char* uplo, const char* transa, const char* diag,
                        const int* m, const int* n, const T* alpha, const T* a, const int* ia,
                        const int* ja, const int* desca, T* b, const int* ib, const int* jb,
                        const int* descb);
ASHLAR_ROUTINE(ptrmm, Triangular, pstrmm_, pdtrmm_, pctrmm_, pztrmm_);
ASHLAR_ROUTINE(ptrsm, Triangular, pstrsm_, pdtrsm_, pctrsm_, pztrsm_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
