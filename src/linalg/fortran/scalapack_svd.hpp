// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// ScaLAPACK's singular value decomposition.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

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

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
