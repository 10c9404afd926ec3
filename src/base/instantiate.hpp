// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <ashlar/base/scalar.hpp>

/// Applies a file's own ASHLAR_INSTANTIATE(T), which instantiates a family of templates for T, to
/// all types of Element.
#define ASHLAR_FOR_ALL_ELEMENTS(INSTANTIATE) \
  INSTANTIATE(float)                         \
  INSTANTIATE(double)                        \
  INSTANTIATE(c64)                           \
  INSTANTIATE(c128)                          \
  INSTANTIATE(std::int8_t)                   \
  INSTANTIATE(std::int16_t)                  \
  INSTANTIATE(std::int32_t)                  \
  INSTANTIATE(std::int64_t)                  \
  INSTANTIATE(std::uint8_t)                  \
  INSTANTIATE(std::uint16_t)                 \
  INSTANTIATE(std::uint32_t)                 \
  INSTANTIATE(std::uint64_t)
