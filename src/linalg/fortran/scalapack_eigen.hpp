// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// Steps of ScaLAPACK's symmetric eigensolvers.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

/// p?sytrd and p?hetrd: A = Q T Q^H.
template <class T>
using Sytrd = void(const char* uplo, const int* n, T* a, const int* ia, const int* ja,
                   const int* desca, RealOf<T>* d, RealOf<T>* e, T* tau, T* work, const int* lwork,
                   int* info, Length);
extern "C" {
Sytrd<float> pssytrd_;
Sytrd<double> pdsytrd_;
Sytrd<c64> pchetrd_;
Sytrd<c128> pzhetrd_;
}
template <Scalar T>
inline constexpr Sytrd<T>* psytrd = pick<T>(pssytrd_, pdsytrd_, pchetrd_, pzhetrd_);

/// Divide and conquer on a tridiagonal matrix.
template <class R>
using Stedc = void(const char* compz, const int* n, R* d, R* e, R* q, const int* iq, const int* jq,
                   const int* descq, R* work, const int* lwork, int* iwork, const int* liwork,
                   int* info, Length);
extern "C" {
Stedc<float> psstedc_;
Stedc<double> pdstedc_;
}
template <class R>
constexpr Stedc<R>* pick_stedc() {
  if constexpr (std::same_as<R, float>) return psstedc_;
  else return pdstedc_;
}
template <class R>
inline constexpr Stedc<R>* pstedc = pick_stedc<R>();

/// p?ormtr and p?unmtr: C := Q C with the Q of psytrd.
template <class T>
using Ormtr = void(const char* side, const char* uplo, const char* trans, const int* m,
                   const int* n, const T* a, const int* ia, const int* ja, const int* desca,
                   const T* tau, T* c, const int* ic, const int* jc, const int* descc, T* work,
                   const int* lwork, int* info, Length, Length, Length);
extern "C" {
Ormtr<float> psormtr_;
Ormtr<double> pdormtr_;
Ormtr<c64> pcunmtr_;
Ormtr<c128> pzunmtr_;
}
template <Scalar T>
inline constexpr Ormtr<T>* pormtr = pick<T>(psormtr_, pdormtr_, pcunmtr_, pzunmtr_);

/// p?sygst and p?hegst: reduction to a standard problem.
template <class T>
using Sygst = void(const int* ibtype, const char* uplo, const int* n, T* a, const int* ia,
                   const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
                   const int* descb, RealOf<T>* scale, int* info, Length);
extern "C" {
Sygst<float> pssygst_;
Sygst<double> pdsygst_;
Sygst<c64> pchegst_;
Sygst<c128> pzhegst_;
}
template <Scalar T>
inline constexpr Sygst<T>* psygst = pick<T>(pssygst_, pdsygst_, pchegst_, pzhegst_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
