// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pick.hpp"

// PBLAS: Fortran names, written in C; see pick.hpp for the conventions.

namespace ashlar::fortran {
// NOLINTBEGIN(readability-identifier-naming): the names are theirs

template <class T>
using Gemm = void(const char* transa, const char* transb, const int* m, const int* n, const int* k,
                  const T* alpha, const T* a, const int* ia, const int* ja, const int* desca,
                  const T* b, const int* ib, const int* jb, const int* descb, const T* beta, T* c,
                  const int* ic, const int* jc, const int* descc);
extern "C" {
Gemm<float> psgemm_;
Gemm<double> pdgemm_;
Gemm<c64> pcgemm_;
Gemm<c128> pzgemm_;
}
template <Scalar T>
inline constexpr Gemm<T>* pgemm = pick<T>(psgemm_, pdgemm_, pcgemm_, pzgemm_);

// NOLINTEND(readability-identifier-naming)
}  // namespace ashlar::fortran
