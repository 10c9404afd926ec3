// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// ScaLAPACK's routines for the singular value decomposition; see pick.hpp for the conventions.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

template <class T>
using Gebrd = void(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca,
                   RealOf<T>* d, RealOf<T>* e, T* tauq, T* taup, T* work, const int* lwork,
                   int* info);
extern "C" {
Gebrd<float> psgebrd_;
Gebrd<double> pdgebrd_;
Gebrd<c64> pcgebrd_;
Gebrd<c128> pzgebrd_;
}
template <Scalar T>
inline constexpr Gebrd<T>* pgebrd = pick<T>(psgebrd_, pdgebrd_, pcgebrd_, pzgebrd_);

/// Applies the Q or the P of p?gebrd.
template <class T>
using Ormbr = void(const char* vect, const char* side, const char* trans, const int* m,
                   const int* n, const int* k, const T* a, const int* ia, const int* ja,
                   const int* desca, const T* tau, T* c, const int* ic, const int* jc,
                   const int* descc, T* work, const int* lwork, int* info, Length, Length, Length);
extern "C" {
Ormbr<float> psormbr_;
Ormbr<double> pdormbr_;
Ormbr<c64> pcunmbr_;
Ormbr<c128> pzunmbr_;
}
template <Scalar T>
inline constexpr Ormbr<T>* pormbr = pick<T>(psormbr_, pdormbr_, pcunmbr_, pzunmbr_);

template <class T>
using SvdGeqrf = void(const int* m, const int* n, T* a, const int* ia, const int* ja,
                      const int* desca, T* tau, T* work, const int* lwork, int* info);
extern "C" {
SvdGeqrf<float> psgeqrf_;
SvdGeqrf<double> pdgeqrf_;
SvdGeqrf<c64> pcgeqrf_;
SvdGeqrf<c128> pzgeqrf_;
}
template <Scalar T>
inline constexpr SvdGeqrf<T>* svd_pgeqrf = pick<T>(psgeqrf_, pdgeqrf_, pcgeqrf_, pzgeqrf_);

/// Applies the Q of p?geqrf.
template <class T>
using SvdOrmqr = void(const char* side, const char* trans, const int* m, const int* n, const int* k,
                      const T* a, const int* ia, const int* ja, const int* desca, const T* tau,
                      T* c, const int* ic, const int* jc, const int* descc, T* work,
                      const int* lwork, int* info, Length, Length);
extern "C" {
SvdOrmqr<float> psormqr_;
SvdOrmqr<double> pdormqr_;
SvdOrmqr<c64> pcunmqr_;
SvdOrmqr<c128> pzunmqr_;
}
template <Scalar T>
inline constexpr SvdOrmqr<T>* svd_pormqr = pick<T>(psormqr_, pdormqr_, pcunmqr_, pzunmqr_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
