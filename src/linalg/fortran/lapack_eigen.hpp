// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's eigenproblems. Workspaces of real and complex routines differ.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

/// Selects by real type R, or complex type T.
template <class R, class S, class D>
constexpr auto pick_real(S* s, D* d) {
  if constexpr (std::same_as<R, float>) return s;
  else return d;
}
template <class T, class C, class Z>
constexpr auto pick_complex(C* c, Z* z) {
  if constexpr (std::same_as<T, c64>) return c;
  else return z;
}

template <class R>
using LocalSyevd = void(const char* jobz, const char* uplo, const int* n, R* a, const int* lda,
                        R* w, R* work, const int* lwork, int* iwork, const int* liwork, int* info,
                        Length, Length);
template <class T>
using LocalHeevd = void(const char* jobz, const char* uplo, const int* n, T* a, const int* lda,
                        RealOf<T>* w, T* work, const int* lwork, RealOf<T>* rwork,
                        const int* lrwork, int* iwork, const int* liwork, int* info, Length,
                        Length);
extern "C" {
LocalSyevd<float> ssyevd_;
LocalSyevd<double> dsyevd_;
LocalHeevd<c64> cheevd_;
LocalHeevd<c128> zheevd_;
}
template <class R>
inline constexpr LocalSyevd<R>* syevd = pick_real<R>(ssyevd_, dsyevd_);
template <class T>
inline constexpr LocalHeevd<T>* heevd = pick_complex<T>(cheevd_, zheevd_);

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
extern "C" {
LocalSyevr<float> ssyevr_;
LocalSyevr<double> dsyevr_;
LocalHeevr<c64> cheevr_;
LocalHeevr<c128> zheevr_;
}
template <class R>
inline constexpr LocalSyevr<R>* syevr = pick_real<R>(ssyevr_, dsyevr_);
template <class T>
inline constexpr LocalHeevr<T>* heevr = pick_complex<T>(cheevr_, zheevr_);

/// Eigenvalues of a tridiagonal matrix.
template <class R>
using LocalSterf = void(const int* n, R* d, R* e, int* info);
extern "C" {
LocalSterf<float> ssterf_;
LocalSterf<double> dsterf_;
}
template <class R>
inline constexpr LocalSterf<R>* sterf = pick_real<R>(ssterf_, dsterf_);

/// ?sygst and ?hegst.
template <class T>
using LocalSygst = void(const int* itype, const char* uplo, const int* n, T* a, const int* lda,
                        const T* b, const int* ldb, int* info, Length);
extern "C" {
LocalSygst<float> ssygst_;
LocalSygst<double> dsygst_;
LocalSygst<c64> chegst_;
LocalSygst<c128> zhegst_;
}
template <Scalar T>
inline constexpr LocalSygst<T>* sygst = pick<T>(ssygst_, dsygst_, chegst_, zhegst_);

template <class R>
using LocalRealGeev = void(const char* jobvl, const char* jobvr, const int* n, R* a, const int* lda,
                           R* wr, R* wi, R* vl, const int* ldvl, R* vr, const int* ldvr, R* work,
                           const int* lwork, int* info, Length, Length);
template <class T>
using LocalComplexGeev = void(const char* jobvl, const char* jobvr, const int* n, T* a,
                              const int* lda, T* w, T* vl, const int* ldvl, T* vr, const int* ldvr,
                              T* work, const int* lwork, RealOf<T>* rwork, int* info, Length,
                              Length);
extern "C" {
LocalRealGeev<float> sgeev_;
LocalRealGeev<double> dgeev_;
LocalComplexGeev<c64> cgeev_;
LocalComplexGeev<c128> zgeev_;
}
template <class R>
inline constexpr LocalRealGeev<R>* real_geev = pick_real<R>(sgeev_, dgeev_);
template <class T>
inline constexpr LocalComplexGeev<T>* complex_geev = pick_complex<T>(cgeev_, zgeev_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
