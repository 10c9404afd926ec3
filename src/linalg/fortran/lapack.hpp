// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's factorisations and solvers.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using LocalGetrf = void(const int* m, const int* n, T* a, const int* lda, int* ipiv, int* info);
extern "C" {
LocalGetrf<float> sgetrf_;
LocalGetrf<double> dgetrf_;
LocalGetrf<c64> cgetrf_;
LocalGetrf<c128> zgetrf_;
}
template <Scalar T>
inline constexpr LocalGetrf<T>* getrf = pick<T>(sgetrf_, dgetrf_, cgetrf_, zgetrf_);

template <class T>
using LocalLaswp = void(const int* n, T* a, const int* lda, const int* k1, const int* k2,
                        const int* ipiv, const int* incx);
extern "C" {
LocalLaswp<float> slaswp_;
LocalLaswp<double> dlaswp_;
LocalLaswp<c64> claswp_;
LocalLaswp<c128> zlaswp_;
}
template <Scalar T>
inline constexpr LocalLaswp<T>* laswp = pick<T>(slaswp_, dlaswp_, claswp_, zlaswp_);

template <class T>
using LocalPotrf = void(const char* uplo, const int* n, T* a, const int* lda, int* info, Length);
extern "C" {
LocalPotrf<float> spotrf_;
LocalPotrf<double> dpotrf_;
LocalPotrf<c64> cpotrf_;
LocalPotrf<c128> zpotrf_;
}
template <Scalar T>
inline constexpr LocalPotrf<T>* potrf = pick<T>(spotrf_, dpotrf_, cpotrf_, zpotrf_);

template <class T>
using LocalSytrf = void(const char* uplo, const int* n, T* a, const int* lda, int* ipiv, T* work,
                        const int* lwork, int* info, Length uplo_length);
extern "C" {
LocalSytrf<float> ssytrf_;
LocalSytrf<double> dsytrf_;
LocalSytrf<c64> csytrf_, chetrf_;
LocalSytrf<c128> zsytrf_, zhetrf_;
}
template <Scalar T>
inline constexpr LocalSytrf<T>* sytrf = pick<T>(ssytrf_, dsytrf_, csytrf_, zsytrf_);
/// ?sytrf for real types.
template <Scalar T>
inline constexpr LocalSytrf<T>* hetrf = pick<T>(ssytrf_, dsytrf_, chetrf_, zhetrf_);

template <class T>
using LocalSytrs = void(const char* uplo, const int* n, const int* nrhs, const T* a, const int* lda,
                        const int* ipiv, T* b, const int* ldb, int* info, Length uplo_length);
extern "C" {
LocalSytrs<float> ssytrs_;
LocalSytrs<double> dsytrs_;
LocalSytrs<c64> csytrs_, chetrs_;
LocalSytrs<c128> zsytrs_, zhetrs_;
}
template <Scalar T>
inline constexpr LocalSytrs<T>* sytrs = pick<T>(ssytrs_, dsytrs_, csytrs_, zsytrs_);
/// ?sytrs for real types.
template <Scalar T>
inline constexpr LocalSytrs<T>* hetrs = pick<T>(ssytrs_, dsytrs_, chetrs_, zhetrs_);

/// QR with column pivoting.
template <class T>
using LocalGeqp3 = void(const int* m, const int* n, T* a, const int* lda, int* jpvt, T* tau,
                        T* work, const int* lwork, int* info);
template <class T>
using LocalComplexGeqp3 = void(const int* m, const int* n, T* a, const int* lda, int* jpvt, T* tau,
                               T* work, const int* lwork, RealOf<T>* rwork, int* info);
extern "C" {
LocalGeqp3<float> sgeqp3_;
LocalGeqp3<double> dgeqp3_;
LocalComplexGeqp3<c64> cgeqp3_;
LocalComplexGeqp3<c128> zgeqp3_;
}
/// Complex: real workspace before INFO.
template <Scalar T>
inline constexpr auto geqp3 = pick<T>(sgeqp3_, dgeqp3_, cgeqp3_, zgeqp3_);

/// Applies the Q of ?geqrf and ?geqp3.
template <class T>
using LocalOrmqr = void(const char* side, const char* trans, const int* m, const int* n,
                        const int* k, const T* a, const int* lda, const T* tau, T* c,
                        const int* ldc, T* work, const int* lwork, int* info, Length, Length);
extern "C" {
LocalOrmqr<float> sormqr_;
LocalOrmqr<double> dormqr_;
LocalOrmqr<c64> cunmqr_;
LocalOrmqr<c128> zunmqr_;
}
template <Scalar T>
inline constexpr LocalOrmqr<T>* ormqr = pick<T>(sormqr_, dormqr_, cunmqr_, zunmqr_);

/// Minimal-norm least squares by complete orthogonal factorisation.
template <class T>
using LocalGelsy = void(const int* m, const int* n, const int* nrhs, T* a, const int* lda, T* b,
                        const int* ldb, int* jpvt, const T* rcond, int* rank, T* work,
                        const int* lwork, int* info);
template <class T>
using LocalComplexGelsy = void(const int* m, const int* n, const int* nrhs, T* a, const int* lda,
                               T* b, const int* ldb, int* jpvt, const RealOf<T>* rcond, int* rank,
                               T* work, const int* lwork, RealOf<T>* rwork, int* info);
extern "C" {
LocalGelsy<float> sgelsy_;
LocalGelsy<double> dgelsy_;
LocalComplexGelsy<c64> cgelsy_;
LocalComplexGelsy<c128> zgelsy_;
}
/// Complex: real workspace before INFO.
template <Scalar T>
inline constexpr auto gelsy = pick<T>(sgelsy_, dgelsy_, cgelsy_, zgelsy_);

template <class T>
using LocalTrcon = void(const char* norm, const char* uplo, const char* diag, const int* n,
                        const T* a, const int* lda, T* rcond, T* work, int* iwork, int* info,
                        Length, Length, Length);
template <class T>
using LocalComplexTrcon = void(const char* norm, const char* uplo, const char* diag, const int* n,
                               const T* a, const int* lda, RealOf<T>* rcond, T* work,
                               RealOf<T>* rwork, int* info, Length, Length, Length);
extern "C" {
LocalTrcon<float> strcon_;
LocalTrcon<double> dtrcon_;
LocalComplexTrcon<c64> ctrcon_;
LocalComplexTrcon<c128> ztrcon_;
}
/// Complex: real instead of integer workspace.
template <Scalar T>
inline constexpr auto trcon = pick<T>(strcon_, dtrcon_, ctrcon_, ztrcon_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
