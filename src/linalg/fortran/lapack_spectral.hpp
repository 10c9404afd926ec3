// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's eigenproblems and singular value decompositions. Workspaces of real and complex routines
// differ: if a selector's type depends on them, a complex routine has a real one before the integer
// one or INFO.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class R>
using LocalSyevd = void(const char* jobz, const char* uplo, const int* n, R* a, const int* lda,
                        R* w, R* work, const int* lwork, int* iwork, const int* liwork, int* info,
                        Length, Length);
template <class T>
using LocalHeevd = void(const char* jobz, const char* uplo, const int* n, T* a, const int* lda,
                        RealOf<T>* w, T* work, const int* lwork, RealOf<T>* rwork,
                        const int* lrwork, int* iwork, const int* liwork, int* info, Length,
                        Length);
ASHLAR_MIXED_ROUTINE(syevd, LocalSyevd, ssyevd_, dsyevd_, LocalHeevd, cheevd_, zheevd_);

template <class R>
using LocalSyevr = void(const char* jobz, const char* range, const char* uplo, const int* n, R* a,
                        const int* lda, const R* vl, const R* vu, const int* il, const int* iu,
                        const R* abstol, int* m, R* w, R* z, const int* ldz, int* isuppz, R* work,
                        const int* lwork, int* iwork, const int* liwork, int* info, Length, Length,
                        Length);
template <class T>
using LocalHeevr = void(const char* jobz, const char* range, const char* uplo, const int* n, T* a,
                        const int* lda, const RealOf<T>* vl, const RealOf<T>* vu, const int* il,
                        const int* iu, const RealOf<T>* abstol, int* m, RealOf<T>* w, T* z,
                        const int* ldz, int* isuppz, T* work, const int* lwork, RealOf<T>* rwork,
                        const int* lrwork, int* iwork, const int* liwork, int* info, Length, Length,
                        Length);
ASHLAR_MIXED_ROUTINE(syevr, LocalSyevr, ssyevr_, dsyevr_, LocalHeevr, cheevr_, zheevr_);

/// Eigenvalues of a tridiagonal matrix.
template <class R>
using LocalSterf = void(const int* n, R* d, R* e, int* info);
ASHLAR_REAL_ROUTINE(sterf, LocalSterf, ssterf_, dsterf_);

/// ?sygst and ?hegst.
template <class T>
using LocalSygst = void(const int* itype, const char* uplo, const int* n, T* a, const int* lda,
                        const T* b, const int* ldb, int* info, Length);
ASHLAR_ROUTINE(sygst, LocalSygst, ssygst_, dsygst_, chegst_, zhegst_);

template <class R>
using LocalRealGeev = void(const char* jobvl, const char* jobvr, const int* n, R* a, const int* lda,
                           R* wr, R* wi, R* vl, const int* ldvl, R* vr, const int* ldvr, R* work,
                           const int* lwork, int* info, Length, Length);
template <class T>
using LocalComplexGeev = void(const char* jobvl, const char* jobvr, const int* n, T* a,
                              const int* lda, T* w, T* vl, const int* ldvl, T* vr, const int* ldvr,
                              T* work, const int* lwork, RealOf<T>* rwork, int* info, Length,
                              Length);
/// Real: eigenvalues as real and imaginary parts.
ASHLAR_MIXED_ROUTINE(geev, LocalRealGeev, sgeev_, dgeev_, LocalComplexGeev, cgeev_, zgeev_);

template <class T>
using RealGesdd = void(const char* jobz, const int* m, const int* n, T* a, const int* lda, T* s,
                       T* u, const int* ldu, T* vt, const int* ldvt, T* work, const int* lwork,
                       int* iwork, int* info, Length);
template <class T>
using ComplexGesdd = void(const char* jobz, const int* m, const int* n, T* a, const int* lda,
                          RealOf<T>* s, T* u, const int* ldu, T* vt, const int* ldvt, T* work,
                          const int* lwork, RealOf<T>* rwork, int* iwork, int* info, Length);
ASHLAR_MIXED_ROUTINE(gesdd, RealGesdd, sgesdd_, dgesdd_, ComplexGesdd, cgesdd_, zgesdd_);

/// Divide and conquer on a real bidiagonal matrix.
template <class R>
using Bdsdc = void(const char* uplo, const char* compq, const int* n, R* d, R* e, R* u,
                   const int* ldu, R* vt, const int* ldvt, R* q, int* iq, R* work, int* iwork,
                   int* info, Length, Length);
ASHLAR_REAL_ROUTINE(bdsdc, Bdsdc, sbdsdc_, dbdsdc_);

/// Implicit QR on a real bidiagonal matrix, slower than ?bdsdc, but converges if that fails.
template <class R>
using Bdsqr = void(const char* uplo, const int* n, const int* ncvt, const int* nru, const int* ncc,
                   R* d, R* e, R* vt, const int* ldvt, R* u, const int* ldu, R* c, const int* ldc,
                   R* work, int* info, Length);
ASHLAR_REAL_ROUTINE(bdsqr, Bdsqr, sbdsqr_, dbdsqr_);

// The steps of divide and conquer.

/// A subproblem by LAPACK's recursion.
template <class R>
using Lasd0 = void(const int* n, const int* sqre, R* d, R* e, R* u, const int* ldu, R* vt,
                   const int* ldvt, const int* smlsiz, int* iwork, R* work, int* info);
ASHLAR_REAL_ROUTINE(lasd0, Lasd0, slasd0_, dlasd0_);

/// Merges and deflates.
template <class R>
using Lasd2 = void(const int* nl, const int* nr, const int* sqre, int* k, R* d, R* z,
                   const R* alpha, const R* beta, R* u, const int* ldu, R* vt, const int* ldvt,
                   R* dsigma, R* u2, const int* ldu2, R* vt2, const int* ldvt2, int* idxp, int* idx,
                   int* idxc, int* idxq, int* coltyp, int* info);
ASHLAR_REAL_ROUTINE(lasd2, Lasd2, slasd2_, dlasd2_);

/// Solves the secular equation and updates the vectors.
template <class R>
using Lasd3 = void(const int* nl, const int* nr, const int* sqre, const int* k, R* d, R* q,
                   const int* ldq, R* dsigma, R* u, const int* ldu, R* u2, const int* ldu2, R* vt,
                   const int* ldvt, R* vt2, const int* ldvt2, const int* idxc, const int* ctot,
                   R* z, int* info);
ASHLAR_REAL_ROUTINE(lasd3, Lasd3, slasd3_, dlasd3_);

/// One root of the secular equation.
template <class R>
using Lasd4 = void(const int* n, const int* i, const R* d, const R* z, R* delta, const R* rho,
                   R* sigma, R* work, int* info);
ASHLAR_REAL_ROUTINE(lasd4, Lasd4, slasd4_, dlasd4_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
