// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fortran/pick.hpp"

// Eigenproblems and singular values of ScaLAPACK (p…) and LAPACK for the peers. Complex routines
// have one or two additional arguments.

namespace ashlar::bench::foreign {
using fortran::Length;
using fortran::pick;
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

template <class T>
using Psyevd = void(const char* jobz, const char* uplo, const int* n, T* a, const int* ia,
                    const int* ja, const int* desca, T* w, T* z, const int* iz, const int* jz,
                    const int* descz, T* work, const int* lwork, int* iwork, const int* liwork,
                    int* info, Length, Length);
template <class T>
using Pheevd = void(const char* jobz, const char* uplo, const int* n, T* a, const int* ia,
                    const int* ja, const int* desca, RealOf<T>* w, T* z, const int* iz,
                    const int* jz, const int* descz, T* work, const int* lwork, RealOf<T>* rwork,
                    const int* lrwork, int* iwork, const int* liwork, int* info, Length, Length);
template <class T>
using Syevd = void(const char* jobz, const char* uplo, const int* n, T* a, const int* lda, T* w,
                   T* work, const int* lwork, int* iwork, const int* liwork, int* info, Length,
                   Length);
template <class T>
using Heevd = void(const char* jobz, const char* uplo, const int* n, T* a, const int* lda,
                   RealOf<T>* w, T* work, const int* lwork, RealOf<T>* rwork, const int* lrwork,
                   int* iwork, const int* liwork, int* info, Length, Length);
template <class T>
using RealPgesvd = void(const char* jobu, const char* jobvt, const int* m, const int* n, T* a,
                        const int* ia, const int* ja, const int* desca, T* s, T* u, const int* iu,
                        const int* ju, const int* descu, T* vt, const int* ivt, const int* jvt,
                        const int* descvt, T* work, const int* lwork, int* info, Length, Length);
template <class T>
using ComplexPgesvd = void(const char* jobu, const char* jobvt, const int* m, const int* n, T* a,
                           const int* ia, const int* ja, const int* desca, RealOf<T>* s, T* u,
                           const int* iu, const int* ju, const int* descu, T* vt, const int* ivt,
                           const int* jvt, const int* descvt, T* work, const int* lwork,
                           RealOf<T>* rwork, int* info, Length, Length);
template <class T>
using RealGesdd = void(const char* jobz, const int* m, const int* n, T* a, const int* lda, T* s,
                       T* u, const int* ldu, T* vt, const int* ldvt, T* work, const int* lwork,
                       int* iwork, int* info, Length);
template <class T>
using ComplexGesdd = void(const char* jobz, const int* m, const int* n, T* a, const int* lda,
                          RealOf<T>* s, T* u, const int* ldu, T* vt, const int* ldvt, T* work,
                          const int* lwork, RealOf<T>* rwork, int* iwork, int* info, Length);
extern "C" {
Psyevd<float> pssyevd_;
Psyevd<double> pdsyevd_;
Pheevd<c64> pcheevd_;
Pheevd<c128> pzheevd_;
Syevd<float> ssyevd_;
Syevd<double> dsyevd_;
Heevd<c64> cheevd_;
Heevd<c128> zheevd_;
RealPgesvd<float> psgesvd_;
RealPgesvd<double> pdgesvd_;
ComplexPgesvd<c64> pcgesvd_;
ComplexPgesvd<c128> pzgesvd_;
RealGesdd<float> sgesdd_;
RealGesdd<double> dgesdd_;
ComplexGesdd<c64> cgesdd_;
ComplexGesdd<c128> zgesdd_;
}
template <Scalar T>
inline constexpr auto psyevd = pick<T>(pssyevd_, pdsyevd_, pcheevd_, pzheevd_);
template <Scalar T>
inline constexpr auto syevd = pick<T>(ssyevd_, dsyevd_, cheevd_, zheevd_);
template <Scalar T>
inline constexpr auto pgesvd = pick<T>(psgesvd_, pdgesvd_, pcgesvd_, pzgesvd_);
template <Scalar T>
inline constexpr auto gesdd = pick<T>(sgesdd_, dgesdd_, cgesdd_, zgesdd_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::bench::foreign
