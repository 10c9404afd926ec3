// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <ashlar/base/scalar.hpp>

// Lists of types for a file's own ASHLAR_INSTANTIATE(T), which instantiates a family of templates
// for T. Static analysis sees one type of each kind: its time grows with the number of types, and
// its findings do not.

#ifdef __clang_analyzer__

#define ASHLAR_FOR_ALL_SCALARS(INSTANTIATE) \
  INSTANTIATE(double)                       \
  INSTANTIATE(c128)

#define ASHLAR_FOR_ALL_ELEMENTS(INSTANTIATE) \
  ASHLAR_FOR_ALL_SCALARS(INSTANTIATE)        \
  INSTANTIATE(std::int32_t)                  \
  INSTANTIATE(std::uint8_t)

#else

/// All types of Scalar.
#define ASHLAR_FOR_ALL_SCALARS(INSTANTIATE) \
  INSTANTIATE(float)                        \
  INSTANTIATE(double)                       \
  INSTANTIATE(c64)                          \
  INSTANTIATE(c128)

/// All types of Element.
#define ASHLAR_FOR_ALL_ELEMENTS(INSTANTIATE) \
  ASHLAR_FOR_ALL_SCALARS(INSTANTIATE)        \
  INSTANTIATE(std::int8_t)                   \
  INSTANTIATE(std::int16_t)                  \
  INSTANTIATE(std::int32_t)                  \
  INSTANTIATE(std::int64_t)                  \
  INSTANTIATE(std::uint8_t)                  \
  INSTANTIATE(std::uint16_t)                 \
  INSTANTIATE(std::uint32_t)                 \
  INSTANTIATE(std::uint64_t)

#endif
