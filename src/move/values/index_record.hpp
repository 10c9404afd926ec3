// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <new>
#include <span>

#include "scattered_indices.hpp"

namespace ashlar::detail {

/// Rows and columns of a rectangle of scattered elements in a message: two counts, row indices,
/// column indices, 64 bits each.
struct IndexRecord {
  std::span<const Index> rows, cols;

  static Index bytes(Index rows, Index cols) { return (2 + rows + cols) * Index{sizeof(Index)}; }

  /// Writes the members `what` of rows and columns; returns the end.
  static std::byte* write(std::byte* to, std::span<const ScatteredIndex> rows,
                          std::span<const ScatteredIndex> cols, Index ScatteredIndex::*what) {
    auto* next = reinterpret_cast<Index*>(to);
    *next++ = std::ssize(rows);
    *next++ = std::ssize(cols);
    for (const ScatteredIndex& index : rows) *next++ = index.*what;
    for (const ScatteredIndex& index : cols) *next++ = index.*what;
    return reinterpret_cast<std::byte*>(next);
  }

  /// Reads the record at `at`, which advances to its end.
  static IndexRecord read(const std::byte*& at) {
    const auto* first = std::launder(reinterpret_cast<const Index*>(at));
    const auto rows = static_cast<std::size_t>(first[0]), cols = static_cast<std::size_t>(first[1]);
    const IndexRecord record{{first + 2, rows}, {first + 2 + rows, cols}};
    at = reinterpret_cast<const std::byte*>(first + 2 + rows + cols);
    return record;
  }
};

/// Bytes of the values of rows x columns in a message, in whole words.
constexpr Index value_bytes(Index rows, Index cols, Index element_bytes) {
  return (rows * cols * element_bytes + 7) / 8 * 8;
}

/// Upper bound of the bytes of indices and values, linear in rows and in columns.
constexpr Index part_bytes(Index rows, Index cols, Index element_bytes) {
  return 24 + (rows + cols) * Index{sizeof(Index)} + rows * cols * element_bytes;
}

/// Smallest message for a single element of any type.
inline constexpr Index least_piece_bytes = 64;

}  // namespace ashlar::detail
