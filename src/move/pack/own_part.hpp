// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "box_walk.hpp"
#include "move_memory.hpp"

namespace ashlar::detail {

/// Own elements that alternate with a partner's within cache lines. They are unpacked together:
/// each line is written once; separate passes would read and write it twice.
///
/// Own elements are packed as the partner's are, into a buffer that stays in cache, and both are
/// pulled as two sources.
class OwnPart {
 public:
  /// This rank's box that alternates with `theirs`, or null.
  static const Box* beside(const Route& route, const Box& theirs, const Orders& orders);

  OwnPart(const Route& route, const Box& own, const Box& theirs, const Orders& orders);

  Index buffer_bytes() const { return std::ssize(packed_) * line_bytes; }

  void rewind();
  /// Advances as unpack() does; returns the required buffer bytes.
  Index bytes_with(const BoxSlice& theirs, bool is_last);
  void reserve(Index bytes);
  /// Unpacks the partner's next slice, and own elements up to the same index or line.
  void unpack(const BoxSlice& theirs, const std::byte* message, bool is_last,
              const MoveMemory& memory, Conjugate conjugate);

 private:
  static constexpr int own_source = 0, their_source = 1;

  std::byte* packed() { return packed_.empty() ? nullptr : packed_.front().bytes; }
  Index take_columns_with(const BoxSlice& theirs, bool is_last);
  void join_columns(const BoxSlice& own, const BoxSlice& theirs);

  Index element_bytes_;
  BoxWalk walk_;
  Mosaic own_columns_;                // from the buffer to the target
  bool is_turned_;                    // as MoveMemory::is_turned
  Mosaic rows_;                       // of both, if not turned
  Index first_place_ = 0;             // of both in the transposed target
  Index done_ = 0, theirs_done_ = 0;  // columns
  std::vector<CacheLine> packed_;
  std::vector<Tile> tiles_;
  Mosaic columns_;  // of both, if turned
  SliceRoom packing_, joining_;
};

}  // namespace ashlar::detail
