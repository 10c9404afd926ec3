// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "box_walk.hpp"
#include "move_memory.hpp"

namespace ashlar::detail {

/// What a rank has for itself, put into the target together with what a partner sends, where
/// elements of both alternate within cache lines. Each line is written once and whole; in two
/// passes it would be fetched and written back twice.
///
/// The own elements are packed as the partner's are, into a buffer that stays in cache, and both
/// are pulled as two sources.
class OwnPart {
 public:
  /// This rank's box with which one from another rank alternates; null if there is none.
  static const Box* beside(const Route& route, const Box& theirs, const Orders& orders);

  OwnPart(const Route& route, const Box& own, const Box& theirs, const Orders& orders);

  Index buffer_bytes() const { return std::ssize(packed_) * Index{sizeof(Line)}; }

  void rewind();
  /// Goes on as unpack() does; returns the bytes of buffer that it would need.
  Index bytes_with(const BoxSlice& theirs, bool is_last);
  /// Takes a buffer of so many bytes.
  void reserve(Index bytes);
  /// Puts the partner's next slice into the target, with this rank's elements up to the same index.
  void unpack(const BoxSlice& theirs, const std::byte* message, bool is_last,
              const MoveMemory& memory, Conjugate conjugate);

 private:
  static constexpr int own_source = 0, their_source = 1;
  struct alignas(64) Line {
    std::array<std::byte, 64> bytes;
  };

  std::byte* packed() { return packed_.empty() ? nullptr : packed_.front().bytes.data(); }
  Index take_columns_with(const BoxSlice& theirs, bool is_last);
  void join_columns(const BoxSlice& own, const BoxSlice& theirs);

  Index element_bytes_;
  BoxWalk walk_;
  Mosaic own_columns_;  // from the buffer to the target
  bool is_turned_;      // as MoveMemory::is_turned
  Mosaic rows_;         // of both, if not turned
  Index done_ = 0;
  std::vector<Line> packed_;
  std::vector<Tile> tiles_;
  Mosaic columns_;  // of both, if turned
  SliceRoom packing_, joining_;
};

}  // namespace ashlar::detail
