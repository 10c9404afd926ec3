// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's singular value decompositions.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using RealGesdd = void(const char* jobz, const int* m, const int* n, T* a, const int* lda, T* s,
                       T* u, const int* ldu, T* vt, const int* ldvt, T* work, const int* lwork,
                       int* iwork, int* info, Length);
template <class T>
using ComplexGesdd = void(const char* jobz, const int* m, const int* n, T* a, const int* lda,
                          RealOf<T>* s, T* u, const int* ldu, T* vt, const int* ldvt, T* work,
                          const int* lwork, RealOf<T>* rwork, int* iwork, int* info, Length);
extern "C" {
RealGesdd<float> sgesdd_;
RealGesdd<double> dgesdd_;
ComplexGesdd<c64> cgesdd_;
ComplexGesdd<c128> zgesdd_;
}
template <Scalar T>
inline constexpr auto gesdd = pick<T>(sgesdd_, dgesdd_, cgesdd_, zgesdd_);

/// Divide and conquer on a real bidiagonal matrix.
template <class R>
using Bdsdc = void(const char* uplo, const char* compq, const int* n, R* d, R* e, R* u,
                   const int* ldu, R* vt, const int* ldvt, R* q, int* iq, R* work, int* iwork,
                   int* info, Length, Length);
extern "C" {
Bdsdc<float> sbdsdc_;
Bdsdc<double> dbdsdc_;
}
template <class R>
inline constexpr Bdsdc<R>* bdsdc = pick<R>(sbdsdc_, dbdsdc_, sbdsdc_, dbdsdc_);

/// Implicit QR on a real bidiagonal matrix, slower than ?bdsdc, but converges if that fails.
template <class R>
using Bdsqr = void(const char* uplo, const int* n, const int* ncvt, const int* nru, const int* ncc,
                   R* d, R* e, R* vt, const int* ldvt, R* u, const int* ldu, R* c, const int* ldc,
                   R* work, int* info, Length);
extern "C" {
Bdsqr<float> sbdsqr_;
Bdsqr<double> dbdsqr_;
}
template <class R>
inline constexpr Bdsqr<R>* bdsqr = pick<R>(sbdsqr_, dbdsqr_, sbdsqr_, dbdsqr_);

// The steps of divide and conquer.

/// A subproblem by LAPACK's recursion.
template <class R>
using Lasd0 = void(const int* n, const int* sqre, R* d, R* e, R* u, const int* ldu, R* vt,
                   const int* ldvt, const int* smlsiz, int* iwork, R* work, int* info);
extern "C" {
Lasd0<float> slasd0_;
Lasd0<double> dlasd0_;
}
template <class R>
inline constexpr Lasd0<R>* lasd0 = pick<R>(slasd0_, dlasd0_, slasd0_, dlasd0_);

/// Merges and deflates.
template <class R>
using Lasd2 = void(const int* nl, const int* nr, const int* sqre, int* k, R* d, R* z,
                   const R* alpha, const R* beta, R* u, const int* ldu, R* vt, const int* ldvt,
                   R* dsigma, R* u2, const int* ldu2, R* vt2, const int* ldvt2, int* idxp, int* idx,
                   int* idxc, int* idxq, int* coltyp, int* info);
extern "C" {
Lasd2<float> slasd2_;
Lasd2<double> dlasd2_;
}
template <class R>
inline constexpr Lasd2<R>* lasd2 = pick<R>(slasd2_, dlasd2_, slasd2_, dlasd2_);

/// Solves the secular equation and updates the vectors.
template <class R>
using Lasd3 = void(const int* nl, const int* nr, const int* sqre, const int* k, R* d, R* q,
                   const int* ldq, R* dsigma, R* u, const int* ldu, R* u2, const int* ldu2, R* vt,
                   const int* ldvt, R* vt2, const int* ldvt2, const int* idxc, const int* ctot,
                   R* z, int* info);
extern "C" {
Lasd3<float> slasd3_;
Lasd3<double> dlasd3_;
}
template <class R>
inline constexpr Lasd3<R>* lasd3 = pick<R>(slasd3_, dlasd3_, slasd3_, dlasd3_);

/// One root of the secular equation.
template <class R>
using Lasd4 = void(const int* n, const int* i, const R* d, const R* z, R* delta, const R* rho,
                   R* sigma, R* work, int* info);
extern "C" {
Lasd4<float> slasd4_;
Lasd4<double> dlasd4_;
}
template <class R>
inline constexpr Lasd4<R>* lasd4 = pick<R>(slasd4_, dlasd4_, slasd4_, dlasd4_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
