// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's factorisations on local memory; see pick.hpp for the conventions.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

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

/// Recursive QR of a tall panel with the triangle T of the compact form Q = I - V T V^H.
template <class T>
using LocalGeqrt = void(const int* m, const int* n, T* a, const int* lda, T* t, const int* ldt,
                        int* info);
extern "C" {
LocalGeqrt<float> sgeqrt3_;
LocalGeqrt<double> dgeqrt3_;
LocalGeqrt<c64> cgeqrt3_;
LocalGeqrt<c128> zgeqrt3_;
}
template <Scalar T>
inline constexpr LocalGeqrt<T>* geqrt = pick<T>(sgeqrt3_, dgeqrt3_, cgeqrt3_, zgeqrt3_);

template <class T>
using LocalGeqr2 = void(const int* m, const int* n, T* a, const int* lda, T* tau, T* work,
                        int* info);
extern "C" {
LocalGeqr2<float> sgeqr2_;
LocalGeqr2<double> dgeqr2_;
LocalGeqr2<c64> cgeqr2_;
LocalGeqr2<c128> zgeqr2_;
}
template <Scalar T>
inline constexpr LocalGeqr2<T>* geqr2 = pick<T>(sgeqr2_, dgeqr2_, cgeqr2_, zgeqr2_);

/// The triangle T of the compact form from the reflections of ?geqr2.
template <class T>
using LocalLarft = void(const char* direct, const char* storev, const int* n, const int* k,
                        const T* v, const int* ldv, const T* tau, T* t, const int* ldt, Length,
                        Length);
extern "C" {
LocalLarft<float> slarft_;
LocalLarft<double> dlarft_;
LocalLarft<c64> clarft_;
LocalLarft<c128> zlarft_;
}
template <Scalar T>
inline constexpr LocalLarft<T>* larft = pick<T>(slarft_, dlarft_, clarft_, zlarft_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
