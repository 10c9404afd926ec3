// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>

#include <ashlar/base/scalar.hpp>

// Form in which the headers of this folder, the only home of foreign symbols, declare a routine:
// one signature as an alias template, four declarations in one extern "C" line, one selector by
// element type.
//
// - Spelling: lower case and one underscore, as gfortran, ifx and flang have it.
// - The alias gives the declarations C names; their type keeps C++ linkage, which GCC and Clang do
// not tell apart.
// - Hidden CHARACTER lengths: routines written in Fortran get one for each CHARACTER argument,
// after all others, as
//   gfortran (since 8) expects: a caller that leaves them out corrupts the stack where the callee
//   makes a tail call. BLACS and PBLAS are written in C and have none.
// - const tells what a routine only reads.

namespace ashlar::fortran {

/// Hidden length of a CHARACTER argument: a size_t since gfortran 8.
using Length = std::size_t;

/// That one of a routine's four spellings which takes elements of type T.
template <Scalar T, class S, class D, class C, class Z>
constexpr auto pick(S* s, D* d, C* c, Z* z) {
  if constexpr (std::same_as<T, float>) return s;
  else if constexpr (std::same_as<T, double>) return d;
  else if constexpr (std::same_as<T, c64>) return c;
  else return z;
}

}  // namespace ashlar::fortran
