// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// ScaLAPACK, written in Fortran.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using Getrf = void(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca,
                   int* ipiv, int* info);
extern "C" {
Getrf<float> psgetrf_;
Getrf<double> pdgetrf_;
Getrf<c64> pcgetrf_;
Getrf<c128> pzgetrf_;
}
template <Scalar T>
inline constexpr Getrf<T>* pgetrf = pick<T>(psgetrf_, pdgetrf_, pcgetrf_, pzgetrf_);

template <class T>
using Getrs = void(const char* trans, const int* n, const int* nrhs, const T* a, const int* ia,
                   const int* ja, const int* desca, const int* ipiv, T* b, const int* ib,
                   const int* jb, const int* descb, int* info, Length trans_length);
extern "C" {
Getrs<float> psgetrs_;
Getrs<double> pdgetrs_;
Getrs<c64> pcgetrs_;
Getrs<c128> pzgetrs_;
}
template <Scalar T>
inline constexpr Getrs<T>* pgetrs = pick<T>(psgetrs_, pdgetrs_, pcgetrs_, pzgetrs_);

template <class T>
using Potrf = void(const char* uplo, const int* n, T* a, const int* ia, const int* ja,
                   const int* desca, int* info, Length uplo_length);
extern "C" {
Potrf<float> pspotrf_;
Potrf<double> pdpotrf_;
Potrf<c64> pcpotrf_;
Potrf<c128> pzpotrf_;
}
template <Scalar T>
inline constexpr Potrf<T>* ppotrf = pick<T>(pspotrf_, pdpotrf_, pcpotrf_, pzpotrf_);

template <class T>
using Potrs = void(const char* uplo, const int* n, const int* nrhs, const T* a, const int* ia,
                   const int* ja, const int* desca, T* b, const int* ib, const int* jb,
                   const int* descb, int* info, Length uplo_length);
extern "C" {
Potrs<float> pspotrs_;
Potrs<double> pdpotrs_;
Potrs<c64> pcpotrs_;
Potrs<c128> pzpotrs_;
}
template <Scalar T>
inline constexpr Potrs<T>* ppotrs = pick<T>(pspotrs_, pdpotrs_, pcpotrs_, pzpotrs_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
