// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>

// Arrays of more than two dimensions as matrices.

namespace ashlar::io {

/// Matrix shape of an array: the slowest dimension gives rows (C) or columns (Fortran order), the
/// others are merged. Nullopt if their product exceeds 63 bits.
/// @pre  at least one dimension
/// @example 2x3x4 in C order -> 2x12, in Fortran order -> 6x4
inline std::optional<Shape> flattened(const std::vector<Index>& extents, StorageOrder order) {
  const bool by_rows = order == StorageOrder::C;
  const std::size_t slowest = by_rows ? 0 : extents.size() - 1;
  Index others = 1;
  for (std::size_t d = 0; d < extents.size(); ++d)
    if (d != slowest && __builtin_mul_overflow(others, extents[d], &others)) return std::nullopt;
  return by_rows ? Shape{extents[slowest], others} : Shape{others, extents[slowest]};
}

/// "2x3x4"
inline std::string to_text(const std::vector<Index>& extents) {
  std::string text;
  for (const Index extent : extents) text += concat(text.empty() ? "" : "x", extent);
  return text;
}

/// "3,:,:"
inline std::string index_text(const std::vector<std::optional<Index>>& index) {
  std::string text;
  for (const std::optional<Index>& at : index)
    text += (text.empty() ? "" : ",") + (at ? std::to_string(*at) : std::string(":"));
  return text;
}

}  // namespace ashlar::io
