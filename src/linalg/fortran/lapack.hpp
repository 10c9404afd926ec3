// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's factorisations and solvers.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using LocalGetrf = void(const int* m, const int* n, T* a, const int* lda, int* ipiv, int* info);
ASHLAR_ROUTINE(getrf, LocalGetrf, sgetrf_, dgetrf_, cgetrf_, zgetrf_);

template <class T>
using LocalLaswp = void(const int* n, T* a, const int* lda, const int* k1, const int* k2,
                        const int* ipiv, const int* incx);
ASHLAR_ROUTINE(laswp, LocalLaswp, slaswp_, dlaswp_, claswp_, zlaswp_);

template <class T>
using LocalPotrf = void(const char* uplo, const int* n, T* a, const int* lda, int* info, Length);
ASHLAR_ROUTINE(potrf, LocalPotrf, spotrf_, dpotrf_, cpotrf_, zpotrf_);

template <class T>
using LocalSytrf = void(const char* uplo, const int* n, T* a, const int* lda, int* ipiv, T* work,
                        const int* lwork, int* info, Length uplo_length);
ASHLAR_ROUTINE(sytrf, LocalSytrf, ssytrf_, dsytrf_, csytrf_, zsytrf_);
/// ?sytrf for real types.
ASHLAR_ROUTINE(hetrf, LocalSytrf, ssytrf_, dsytrf_, chetrf_, zhetrf_);

template <class T>
using LocalSytrs = void(const char* uplo, const int* n, const int* nrhs, const T* a, const int* lda,
                        const int* ipiv, T* b, const int* ldb, int* info, Length uplo_length);
ASHLAR_ROUTINE(sytrs, LocalSytrs, ssytrs_, dsytrs_, csytrs_, zsytrs_);
/// ?sytrs for real types.
ASHLAR_ROUTINE(hetrs, LocalSytrs, ssytrs_, dsytrs_, chetrs_, zhetrs_);

/// QR with column pivoting.
template <class T>
using LocalGeqp3 = void(const int* m, const int* n, T* a, const int* lda, int* jpvt, T* tau,
                        T* work, const int* lwork, int* info);
template <class T>
using LocalComplexGeqp3 = void(const int* m, const int* n, T* a, const int* lda, int* jpvt, T* tau,
                               T* work, const int* lwork, RealOf<T>* rwork, int* info);
/// Complex: real workspace before INFO.
ASHLAR_MIXED_ROUTINE(geqp3, LocalGeqp3, sgeqp3_, dgeqp3_, LocalComplexGeqp3, cgeqp3_, zgeqp3_);

/// Applies the Q of ?geqrf and ?geqp3.
template <class T>
using LocalOrmqr = void(const char* side, const char* trans, const int* m, const int* n,
                        const int* k, const T* a, const int* lda, const T* tau, T* c,
                        const int* ldc, T* work, const int* lwork, int* info, Length, Length);
ASHLAR_ROUTINE(ormqr, LocalOrmqr, sormqr_, dormqr_, cunmqr_, zunmqr_);

/// Minimal-norm least squares by complete orthogonal factorisation.
template <class T>
using LocalGelsy = void(const int* m, const int* n, const int* nrhs, T* a, const int* lda, T* b,
                        const int* ldb, int* jpvt, const T* rcond, int* rank, T* work,
                        const int* lwork, int* info);
template <class T>
using LocalComplexGelsy = void(const int* m, const int* n, const int* nrhs, T* a, const int* lda,
                               T* b, const int* ldb, int* jpvt, const RealOf<T>* rcond, int* rank,
                               T* work, const int* lwork, RealOf<T>* rwork, int* info);
/// Complex: real workspace before INFO.
ASHLAR_MIXED_ROUTINE(gelsy, LocalGelsy, sgelsy_, dgelsy_, LocalComplexGelsy, cgelsy_, zgelsy_);

template <class T>
using LocalTrcon = void(const char* norm, const char* uplo, const char* diag, const int* n,
                        const T* a, const int* lda, T* rcond, T* work, int* iwork, int* info,
                        Length, Length, Length);
template <class T>
using LocalComplexTrcon = void(const char* norm, const char* uplo, const char* diag, const int* n,
                               const T* a, const int* lda, RealOf<T>* rcond, T* work,
                               RealOf<T>* rwork, int* info, Length, Length, Length);
/// Complex: real instead of integer workspace.
ASHLAR_MIXED_ROUTINE(trcon, LocalTrcon, strcon_, dtrcon_, LocalComplexTrcon, ctrcon_, ztrcon_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
