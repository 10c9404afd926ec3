// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>

#include <ashlar/base/scalar.hpp>

// Declarations of foreign symbols, only in this folder: one signature as an alias template, and one
// macro for the four declarations and the selector by element type.
//
// - Spelling: lower case and one underscore, as by gfortran, ifx and flang.
// - The declarations have C names, but types with C++ linkage, which GCC and Clang do not
//   distinguish.
// - Fortran routines take a hidden length per CHARACTER argument, after all other arguments
//   (gfortran since 8). A caller without them corrupts the stack if the callee makes a tail call.
//   BLACS and PBLAS, written in C, take none.
// - const marks arguments that a routine only reads.

namespace ashlar::fortran {

/// Hidden length of a CHARACTER argument: a size_t since gfortran 8.
using Length = std::size_t;

/// Of a routine for real types only.
template <Scalar T, class S, class D>
constexpr auto pick(S* s, D* d) {
  if constexpr (std::same_as<T, float>) return s;
  else return d;
}
template <Scalar T, class S, class D, class C, class Z>
constexpr auto pick(S* s, D* d, C* c, Z* z) {
  if constexpr (std::same_as<T, float>) return s;
  else if constexpr (std::same_as<T, double>) return d;
  else if constexpr (std::same_as<T, c64>) return c;
  else return z;
}

}  // namespace ashlar::fortran

/// Declares a routine for real types and its selector.
#define ASHLAR_REAL_ROUTINE(SELECTOR, SIGNATURE, S, D) \
  extern "C" {                                         \
  SIGNATURE<float> S;                                  \
  SIGNATURE<double> D;                                 \
  }                                                    \
  template <Scalar T>                                  \
  inline constexpr auto SELECTOR = pick<T>(S, D)

/// Declares a routine whose signatures for real and complex types differ, and its selector.
#define ASHLAR_MIXED_ROUTINE(SELECTOR, REAL_SIGNATURE, S, D, COMPLEX_SIGNATURE, C, Z) \
  extern "C" {                                                                        \
  REAL_SIGNATURE<float> S;                                                            \
  REAL_SIGNATURE<double> D;                                                           \
  COMPLEX_SIGNATURE<c64> C;                                                           \
  COMPLEX_SIGNATURE<c128> Z;                                                          \
  }                                                                                   \
  template <Scalar T>                                                                 \
  inline constexpr auto SELECTOR = pick<T>(S, D, C, Z)

/// Declares a routine and its selector.
#define ASHLAR_ROUTINE(SELECTOR, SIGNATURE, S, D, C, Z) \
  ASHLAR_MIXED_ROUTINE(SELECTOR, SIGNATURE, S, D, SIGNATURE, C, Z)
