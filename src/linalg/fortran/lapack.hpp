// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's factorisations.

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

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
