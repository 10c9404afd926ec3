// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fortran/pick.hpp"

// Factorisations and solvers of ScaLAPACK (p…) and LAPACK for the peers.

namespace ashlar::bench::foreign {
using fortran::Length;
using fortran::pick;
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

template <class T>
using Pgetrf = void(const int* m, const int* n, T* a, const int* ia, const int* ja,
                    const int* desca, int* ipiv, int* info);
template <class T>
using Pgesv = void(const int* n, const int* nrhs, T* a, const int* ia, const int* ja,
                   const int* desca, int* ipiv, T* b, const int* ib, const int* jb,
                   const int* descb, int* info);
template <class T>
using Ppotrf = void(const char* uplo, const int* n, T* a, const int* ia, const int* ja,
                    const int* desca, int* info, Length);
template <class T>
using Pposv = void(const char* uplo, const int* n, const int* nrhs, T* a, const int* ia,
                   const int* ja, const int* desca, T* b, const int* ib, const int* jb,
                   const int* descb, int* info, Length);
template <class T>
using Getrf = void(const int* m, const int* n, T* a, const int* lda, int* ipiv, int* info);
template <class T>
using Gesv = void(const int* n, const int* nrhs, T* a, const int* lda, int* ipiv, T* b,
                  const int* ldb, int* info);
template <class T>
using Potrf = void(const char* uplo, const int* n, T* a, const int* lda, int* info, Length);
template <class T>
using Posv = void(const char* uplo, const int* n, const int* nrhs, T* a, const int* lda, T* b,
                  const int* ldb, int* info, Length);
template <class T>
using Pgeqrf = void(const int* m, const int* n, T* a, const int* ia, const int* ja,
                    const int* desca, T* tau, T* work, const int* lwork, int* info);
template <class T>
using Geqrf = void(const int* m, const int* n, T* a, const int* lda, T* tau, T* work,
                   const int* lwork, int* info);
extern "C" {
Pgeqrf<float> psgeqrf_;
Pgeqrf<double> pdgeqrf_;
Pgeqrf<c64> pcgeqrf_;
Pgeqrf<c128> pzgeqrf_;
Geqrf<float> sgeqrf_;
Geqrf<double> dgeqrf_;
Geqrf<c64> cgeqrf_;
Geqrf<c128> zgeqrf_;
Pgetrf<float> psgetrf_;
Pgetrf<double> pdgetrf_;
Pgetrf<c64> pcgetrf_;
Pgetrf<c128> pzgetrf_;
Pgesv<float> psgesv_;
Pgesv<double> pdgesv_;
Pgesv<c64> pcgesv_;
Pgesv<c128> pzgesv_;
Ppotrf<float> pspotrf_;
Ppotrf<double> pdpotrf_;
Ppotrf<c64> pcpotrf_;
Ppotrf<c128> pzpotrf_;
Pposv<float> psposv_;
Pposv<double> pdposv_;
Pposv<c64> pcposv_;
Pposv<c128> pzposv_;
Getrf<float> sgetrf_;
Getrf<double> dgetrf_;
Getrf<c64> cgetrf_;
Getrf<c128> zgetrf_;
Gesv<float> sgesv_;
Gesv<double> dgesv_;
Gesv<c64> cgesv_;
Gesv<c128> zgesv_;
Potrf<float> spotrf_;
Potrf<double> dpotrf_;
Potrf<c64> cpotrf_;
Potrf<c128> zpotrf_;
Posv<float> sposv_;
Posv<double> dposv_;
Posv<c64> cposv_;
Posv<c128> zposv_;
}
template <Scalar T>
inline constexpr Pgetrf<T>* pgetrf = pick<T>(psgetrf_, pdgetrf_, pcgetrf_, pzgetrf_);
template <Scalar T>
inline constexpr Pgesv<T>* pgesv = pick<T>(psgesv_, pdgesv_, pcgesv_, pzgesv_);
template <Scalar T>
inline constexpr Ppotrf<T>* ppotrf = pick<T>(pspotrf_, pdpotrf_, pcpotrf_, pzpotrf_);
template <Scalar T>
inline constexpr Pposv<T>* pposv = pick<T>(psposv_, pdposv_, pcposv_, pzposv_);
template <Scalar T>
inline constexpr Pgeqrf<T>* pgeqrf = pick<T>(psgeqrf_, pdgeqrf_, pcgeqrf_, pzgeqrf_);
template <Scalar T>
inline constexpr Geqrf<T>* geqrf = pick<T>(sgeqrf_, dgeqrf_, cgeqrf_, zgeqrf_);
template <Scalar T>
inline constexpr Getrf<T>* getrf = pick<T>(sgetrf_, dgetrf_, cgetrf_, zgetrf_);
template <Scalar T>
inline constexpr Gesv<T>* gesv = pick<T>(sgesv_, dgesv_, cgesv_, zgesv_);
template <Scalar T>
inline constexpr Potrf<T>* potrf = pick<T>(spotrf_, dpotrf_, cpotrf_, zpotrf_);
template <Scalar T>
inline constexpr Posv<T>* posv = pick<T>(sposv_, dposv_, cposv_, zposv_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::bench::foreign
