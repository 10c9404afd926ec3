// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// ScaLAPACK, written in Fortran.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): foreign names

template <class T>
using Getrf = void(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca,
                   int* ipiv, int* info);
ASHLAR_ROUTINE(pgetrf, Getrf, psgetrf_, pdgetrf_, pcgetrf_, pzgetrf_);

template <class T>
using Getrs = void(const char* trans, const int* n, const int* nrhs, const T* a, const int* ia,
                   const int* ja, const int* desca, const int* ipiv, T* b, const int* ib,
                   const int* jb, const int* descb, int* info, Length trans_length);
ASHLAR_ROUTINE(pgetrs, Getrs, psgetrs_, pdgetrs_, pcgetrs_, pzgetrs_);

template <class T>
using Potrf = void(const char* uplo, const int* n, T* a, const int* ia, const int* ja,
                   const int* desca, int* info, Length uplo_length);
ASHLAR_ROUTINE(ppotrf, Potrf, pspotrf_, pdpotrf_, pcpotrf_, pzpotrf_);

template <class T>
using Potrs = void(const char* uplo, const int* n, const int* nrhs, const T* a, const int* ia,
                   const int* ja, const int* desca, T* b, const int* ib, const int* jb,
                   const int* descb, int* info, Length uplo_length);
ASHLAR_ROUTINE(ppotrs, Potrs, pspotrs_, pdpotrs_, pcpotrs_, pzpotrs_);

template <class T>
using Geqrf = void(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca,
                   T* tau, T* work, const int* lwork, int* info);
ASHLAR_ROUTINE(pgeqrf, Geqrf, psgeqrf_, pdgeqrf_, pcgeqrf_, pzgeqrf_);

/// p?ormqr; p?unmqr for complex types.
template <class T>
using Ormqr = void(const char* side, const char* trans, const int* m, const int* n, const int* k,
                   const T* a, const int* ia, const int* ja, const int* desca, const T* tau, T* c,
                   const int* ic, const int* jc, const int* descc, T* work, const int* lwork,
                   int* info, Length side_length, Length trans_length);
ASHLAR_ROUTINE(pormqr, Ormqr, psormqr_, pdormqr_, pcunmqr_, pzunmqr_);

template <class T>
using Trtrs = void(const char* uplo, const char* trans, const char* diag, const int* n,
                   const int* nrhs, const T* a, const int* ia, const int* ja, const int* desca,
                   T* b, const int* ib, const int* jb, const int* descb, int* info,
                   Length uplo_length, Length trans_length, Length diag_length);
ASHLAR_ROUTINE(ptrtrs, Trtrs, pstrtrs_, pdtrtrs_, pctrtrs_, pztrtrs_);

/// p?sytrd and p?hetrd: A = Q T Q^H.
template <class T>
using Sytrd = void(const char* uplo, const int* n, T* a, const int* ia, const int* ja,
                   const int* desca, RealOf<T>* d, RealOf<T>* e, T* tau, T* work, const int* lwork,
                   int* info, Length);
ASHLAR_ROUTINE(psytrd, Sytrd, pssytrd_, pdsytrd_, pchetrd_, pzhetrd_);

/// Divide and conquer on a tridiagonal matrix.
template <class R>
using Stedc = void(const char* compz, const int* n, R* d, R* e, R* q, const int* iq, const int* jq,
                   const int* descq, R* work, const int* lwork, int* iwork, const int* liwork,
                   int* info, Length);
ASHLAR_REAL_ROUTINE(pstedc, Stedc, psstedc_, pdstedc_);

/// p?ormtr and p?unmtr: C := Q C with the Q of psytrd.
template <class T>
using Ormtr = void(const char* side, const char* uplo, const char* trans, const int* m,
                   const int* n, const T* a, const int* ia, const int* ja, const int* desca,
                   const T* tau, T* c, const int* ic, const int* jc, const int* descc, T* work,
                   const int* lwork, int* info, Length, Length, Length);
ASHLAR_ROUTINE(pormtr, Ormtr, psormtr_, pdormtr_, pcunmtr_, pzunmtr_);

/// p?sygst and p?hegst: reduction to a standard problem.
template <class T>
using Sygst = void(const int* ibtype, const char* uplo, const int* n, T* a, const int* ia,
                   const int* ja, const int* desca, const T* b, const int* ib, const int* jb,
                   const int* descb, RealOf<T>* scale, int* info, Length);
ASHLAR_ROUTINE(psygst, Sygst, pssygst_, pdsygst_, pchegst_, pzhegst_);

template <class T>
using Gebrd = void(const int* m, const int* n, T* a, const int* ia, const int* ja, const int* desca,
                   RealOf<T>* d, RealOf<T>* e, T* tauq, T* taup, T* work, const int* lwork,
                   int* info);
ASHLAR_ROUTINE(pgebrd, Gebrd, psgebrd_, pdgebrd_, pcgebrd_, pzgebrd_);

/// Applies the Q or the P of p?gebrd.
template <class T>
using Ormbr = void(const char* vect, const char* side, const char* trans, const int* m,
                   const int* n, const int* k, const T* a, const int* ia, const int* ja,
                   const int* desca, const T* tau, T* c, const int* ic, const int* jc,
                   const int* descc, T* work, const int* lwork, int* info, Length, Length, Length);
ASHLAR_ROUTINE(pormbr, Ormbr, psormbr_, pdormbr_, pcunmbr_, pzunmbr_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
