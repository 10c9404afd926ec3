// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// ScaLAPACK's QR factorisation.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using Geqrf = void(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca,
                   T* tau, T* work, const int* lwork, int* info);
extern "C" {
Geqrf<float> psgeqrf_;
Geqrf<double> pdgeqrf_;
Geqrf<c64> pcgeqrf_;
Geqrf<c128> pzgeqrf_;
}
template <Scalar T>
inline constexpr Geqrf<T>* pgeqrf = pick<T>(psgeqrf_, pdgeqrf_, pcgeqrf_, pzgeqrf_);

/// p?ormqr; p?unmqr for complex types.
template <class T>
using Ormqr = void(const char* side, const char* trans, const int* m, const int* n, const int* k,
                   const T* a, const int* ia, const int* ja, const int* desca, const T* tau, T* c,
                   const int* ic, const int* jc, const int* descc, T* work, const int* lwork,
                   int* info, Length side_length, Length trans_length);
extern "C" {
Ormqr<float> psormqr_;
Ormqr<double> pdormqr_;
Ormqr<c64> pcunmqr_;
Ormqr<c128> pzunmqr_;
}
template <Scalar T>
inline constexpr Ormqr<T>* pormqr = pick<T>(psormqr_, pdormqr_, pcunmqr_, pzunmqr_);

template <class T>
using Trtrs = void(const char* uplo, const char* trans, const char* diag, const int* n,
                   const int* nrhs, const T* a, const int* ia, const int* ja, const int* desca,
                   T* b, const int* ib, const int* jb, const int* descb, int* info,
                   Length uplo_length, Length trans_length, Length diag_length);
extern "C" {
Trtrs<float> pstrtrs_;
Trtrs<double> pdtrtrs_;
Trtrs<c64> pctrtrs_;
Trtrs<c128> pztrtrs_;
}
template <Scalar T>
inline constexpr Trtrs<T>* ptrtrs = pick<T>(pstrtrs_, pdtrtrs_, pctrtrs_, pztrtrs_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
