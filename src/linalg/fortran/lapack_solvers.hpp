// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// LAPACK's symmetric indefinite and rank-revealing routines on local memory; see pick.hpp for the
// conventions.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

template <class T>
using LocalSytrf = void(const char* uplo, const int* n, T* a, const int* lda, int* ipiv, T* work,
                        const int* lwork, int* info, Length uplo_length);
extern "C" {
LocalSytrf<float> ssytrf_;
LocalSytrf<double> dsytrf_;
LocalSytrf<c64> csytrf_, chetrf_;
LocalSytrf<c128> zsytrf_, zhetrf_;
}
template <Scalar T>
inline constexpr LocalSytrf<T>* sytrf = pick<T>(ssytrf_, dsytrf_, csytrf_, zsytrf_);
/// ?sytrf for real types.
template <Scalar T>
inline constexpr LocalSytrf<T>* hetrf = pick<T>(ssytrf_, dsytrf_, chetrf_, zhetrf_);

template <class T>
using LocalSytrs = void(const char* uplo, const int* n, const int* nrhs, const T* a, const int* lda,
                        const int* ipiv, T* b, const int* ldb, int* info, Length uplo_length);
extern "C" {
LocalSytrs<float> ssytrs_;
LocalSytrs<double> dsytrs_;
LocalSytrs<c64> csytrs_, chetrs_;
LocalSytrs<c128> zsytrs_, zhetrs_;
}
template <Scalar T>
inline constexpr LocalSytrs<T>* sytrs = pick<T>(ssytrs_, dsytrs_, csytrs_, zsytrs_);
/// ?sytrs for real types.
template <Scalar T>
inline constexpr LocalSytrs<T>* hetrs = pick<T>(ssytrs_, dsytrs_, chetrs_, zhetrs_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
