// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/axis.hpp>
#include <ashlar/matrix/detail/any_block.hpp>

namespace ashlar::detail {

/// Scattered row or column of a matrix, in a block.
struct ScatteredIndex {
  int owner = 0;    ///< process along the axis
  Index local = 0;  ///< index in its memory
  Index place = 0;  ///< in the block
};

/// Finds the owners of `indices`, which count from the start of `part`; sorted by owner, then by
/// place in the block. Negative indices are skipped.
/// @throws ArgumentError naming `what` and the index, if one lies beyond `part`
inline void locate(const Axis& axis, Range part, std::span<const Index> indices, const char* what,
                   std::vector<ScatteredIndex>& found) {
  expect(0 <= part.first && part.first <= part.last && part.last <= axis.extent, what,
         "s of the view are ", part.first, ":", part.last,
         ", which is not a range inside 0:", axis.extent);
  found.clear();
  for (std::size_t k = 0; k < indices.size(); ++k) {
    expect(indices[k] < part.size(), what, " ", indices[k], " is outside 0:", part.size(),
           "; negative ones are skipped, larger ones do not exist");
    if (indices[k] < 0) continue;
    const Index g = part.first + indices[k];
    found.push_back({axis.owner(g), axis.to_local(g), static_cast<Index>(k)});
  }
  std::sort(found.begin(), found.end(), [](const ScatteredIndex& a, const ScatteredIndex& b) {
    return std::tie(a.owner, a.place) < std::tie(b.owner, b.place);
  });
}

/// Calls f(owner, span of its indices) for every owner.
template <class F>
void for_each_owner(std::span<const ScatteredIndex> found, F&& f) {
  while (!found.empty()) {
    const int owner = found.front().owner;
    const auto end = std::find_if(found.begin(), found.end(),
                                  [&](const ScatteredIndex& i) { return i.owner != owner; });
    const auto count = static_cast<std::size_t>(end - found.begin());
    f(owner, found.first(count));
    found = found.subspan(count);
  }
}

/// Calls f(rows, cols) for parts of a block with bytes_of(rows, cols) <= limit: whole columns, else
/// parts of one; column by column.
template <class BytesOf, class F>
void for_each_part(std::span<const ScatteredIndex> rows, std::span<const ScatteredIndex> cols,
                   Index limit, BytesOf&& bytes_of, F&& f) {
  // Sizes grow linearly with columns, and with rows of one column.
  const auto fitting = [&](Index none, Index one) { return (limit - none) / (one - none); };
  const Index m = std::ssize(rows);
  const Index whole_cols = fitting(bytes_of(m, 0), bytes_of(m, 1));
  const auto step = static_cast<std::size_t>(std::max<Index>(1, whole_cols));
  const auto rows_at_a_time = static_cast<std::size_t>(
      whole_cols >= 1 ? m : std::max<Index>(1, fitting(bytes_of(0, 1), bytes_of(1, 1))));
  for (std::size_t j = 0; j < cols.size(); j += step)
    for (std::size_t i = 0; i < rows.size(); i += rows_at_a_time)
      f(rows.subspan(i, std::min(rows_at_a_time, rows.size() - i)),
        cols.subspan(j, std::min(step, cols.size() - j)));
}

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

inline Index place_of(Index index) { return index; }
inline Index place_of(const ScatteredIndex& index) { return index.place; }

/// Calls f(element, size) for the elements of `block` at rows x cols, in column-major order; the
/// constant size lets compilers inline copies.
template <class Indices, class F>
void for_each_picked(const AnyBlock& block, Index element_bytes, const Indices& rows,
                     const Indices& cols, F&& f) {
  const auto walk = [&](auto bytes) {
    for (const auto& col : cols) {
      std::byte* const column = block.data + place_of(col) * block.col_stride * bytes();
      for (const auto& row : rows) f(column + place_of(row) * block.row_stride * bytes(), bytes);
    }
  };
  switch (element_bytes) {
    case 1: return walk(std::integral_constant<Index, 1>());
    case 2: return walk(std::integral_constant<Index, 2>());
    case 4: return walk(std::integral_constant<Index, 4>());
    case 8: return walk(std::integral_constant<Index, 8>());
    default: return walk(std::integral_constant<Index, 16>());
  }
}

/// Packs the elements of `block` at rows x cols.
template <class Indices>
void gather_picked(const AnyBlock& block, Index element_bytes, const Indices& rows,
                   const Indices& cols, std::byte* to) {
  for_each_picked(block, element_bytes, rows, cols, [&to](const std::byte* element, auto bytes) {
    std::memcpy(to, element, bytes);
    to += bytes;
  });
}

template <class Indices>
void scatter_picked(const AnyBlock& block, Index element_bytes, const Indices& rows,
                    const Indices& cols, const std::byte* from) {
  for_each_picked(block, element_bytes, rows, cols, [&from](std::byte* element, auto bytes) {
    std::memcpy(element, from, bytes);
    from += bytes;
  });
}

}  // namespace ashlar::detail
