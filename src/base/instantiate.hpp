// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <ashlar/base/scalar.hpp>

// Type lists for a local ASHLAR_INSTANTIATE(T), which instantiates a family of templates. Static
// analysis gets one type of each kind to save time.

#ifdef __clang_analyzer__

#define ASHLAR_FOR_ALL_SCALARS(INSTANTIATE) \
  INSTANTIATE(double)                       \
  INSTANTIATE(c128)

#define ASHLAR_FOR_ALL_ELEMENTS(INSTANTIATE) \
  ASHLAR_FOR_ALL_SCALARS(INSTANTIATE)        \
  INSTANTIATE(std::int32_t)                  \
  INSTANTIATE(std::uint8_t)

#else

#define ASHLAR_FOR_ALL_SCALARS(INSTANTIATE) \
  INSTANTIATE(float)                        \
  INSTANTIATE(double)                       \
  INSTANTIATE(c64)                          \
  INSTANTIATE(c128)

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
