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
inline constexpr Stedc<R>* pstedc = pick<R>(psstedc_, pdstedc_);

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
