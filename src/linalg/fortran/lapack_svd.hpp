// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's singular value decompositions on local memory; see pick.hpp for the conventions.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

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

/// Implicit QR on a real bidiagonal matrix: slower, but it converges where ?bdsdc may not.
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

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
