// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fortran/pick.hpp"

// PBLAS is written in C: no hidden lengths follow. A, B and C are whole matrices.

namespace ashlar::bench::foreign {
using fortran::pick;
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

template <class T>
using Pgemm = void(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                   const T* alpha, const T* a, const int* ia, const int* ja, const int* desca,
                   const T* b, const int* ib, const int* jb, const int* descb, const T* beta, T* c,
                   const int* ic, const int* jc, const int* descc);
template <class T>
using Psymm = void(const char* side, const char* uplo, const int* m, const int* n, const T* alpha,
                   const T* a, const int* ia, const int* ja, const int* desca, const T* b,
                   const int* ib, const int* jb, const int* descb, const T* beta, T* c,
                   const int* ic, const int* jc, const int* descc);
template <class T>
using Psyrk = void(const char* uplo, const char* trans, const int* n, const int* k, const T* alpha,
                   const T* a, const int* ia, const int* ja, const int* desca, const T* beta, T* c,
                   const int* ic, const int* jc, const int* descc);
template <class T>
using Ptriangular = void(const char* side, const char* uplo, const char* transa, const char* diag,
                         const int* m, const int* n, const T* alpha, const T* a, const int* ia,
                         const int* ja, const int* desca, T* b, const int* ib, const int* jb,
                         const int* descb);
extern "C" {
Pgemm<float> psgemm_;
Pgemm<double> pdgemm_;
Pgemm<c64> pcgemm_;
Pgemm<c128> pzgemm_;
Psymm<float> pssymm_;
Psymm<double> pdsymm_;
Psymm<c64> pcsymm_;
Psymm<c128> pzsymm_;
Psyrk<float> pssyrk_;
Psyrk<double> pdsyrk_;
Psyrk<c64> pcsyrk_;
Psyrk<c128> pzsyrk_;
Ptriangular<float> pstrmm_, pstrsm_;
Ptriangular<double> pdtrmm_, pdtrsm_;
Ptriangular<c64> pctrmm_, pctrsm_;
Ptriangular<c128> pztrmm_, pztrsm_;
}
template <Scalar T>
inline constexpr Pgemm<T>* pgemm = pick<T>(psgemm_, pdgemm_, pcgemm_, pzgemm_);
template <Scalar T>
inline constexpr Psymm<T>* psymm = pick<T>(pssymm_, pdsymm_, pcsymm_, pzsymm_);
template <Scalar T>
inline constexpr Psyrk<T>* psyrk = pick<T>(pssyrk_, pdsyrk_, pcsyrk_, pzsyrk_);
template <Scalar T>
inline constexpr Ptriangular<T>* ptrmm = pick<T>(pstrmm_, pdtrmm_, pctrmm_, pztrmm_);
template <Scalar T>
inline constexpr Ptriangular<T>* ptrsm = pick<T>(pstrsm_, pdtrsm_, pctrsm_, pztrsm_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::bench::foreign
