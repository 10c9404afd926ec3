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
/// Own elements are packed as the partner's are, into a ring of columns that stays in the caches,
/// and both are pulled as two sources. If the same columns of the source are sent to the partner,
/// both parts are packed at once, and the source is read once.
class OwnPart {
 public:
  /// This rank's box that alternates with `theirs`, or null.
  static const Box* beside(const Route& route, const Box& theirs, const Orders& orders);

  OwnPart(const Route& route, const Box& own, const Box& theirs, const Orders& orders);

  Index buffer_bytes() const { return std::ssize(ring_) * line_bytes; }

  void rewind();
  /// Advances as unpack() does; returns the number of own columns.
  Index take_columns(const BoxSlice& theirs, bool is_last);
  /// Bytes of a column in the ring, at most.
  Index column_bytes() const { return column_ * element_bytes_; }
  /// Sets the length of the ring.
  void reserve(Index columns);
  /// Unpacks the partner's next slice, and own elements up to the same index or line.
  void unpack(const BoxSlice& theirs, const std::byte* message, bool is_last,
              const MoveMemory& memory, Conjugate conjugate);

  /// True if a box sent to the partner has the same columns of the source and no triangle; then
  /// pack_with() may be called.
  bool prepare_packing_with(const Box& sent);
  /// Packs a slice of these columns, the first of which is number `first`, for both ends; false if
  /// the ring is full or the columns do not follow the last packed ones.
  bool pack_with(const BoxSlice& sent, Index first, std::byte* message, const MoveMemory& memory,
                 bool stream);

 private:
  static constexpr int own_source = 0, their_source = 1;

  std::byte* ring() { return ring_.empty() ? nullptr : ring_.front().bytes; }
  /// Place of a column in the ring.
  Index slot(Index column) const {
    return is_packed_with_sent_ ? column % ring_columns_ : column - first_;
  }
  template <class F>
  void for_each_part(Index first, Index columns, F&& f) const;
  Index take_columns_with(const BoxSlice& theirs, bool is_last);
  void pack_until(Index end, const MoveMemory& memory);
  void join_columns(const BoxSlice& theirs);
  const Mosaic& part_of(const BoxSlice& sent, const Range& part);

  Index element_bytes_;
  const Box& own_;
  int inner_;  // dimension along the source's columns
  BoxWalk walk_;
  Index walked_ = 0;            // columns
  Index column_;                // elements of a column in the ring, at most
  Mosaic own_columns_;          // from the ring to the target
  ColumnSlices own_slices_;     // the same, if turned
  bool is_turned_;              // as MoveMemory::is_turned
  Mosaic rows_;                 // of both, if not turned
  Index first_place_ = 0;       // of both in the transposed target
  Index first_ = 0, done_ = 0;  // own columns before and after the slice
  Index theirs_done_ = 0;       // columns
  std::vector<CacheLine> ring_;
  PullSource packed_own_;  // slot 0 of the ring
  Index packed_ = 0;       // own columns
  bool is_packed_with_sent_ = false;
  Mosaic sent_rows_;  // of both, from the source to the message and the ring
  Index ring_columns_ = 0;
  std::vector<Tile> tiles_;
  Mosaic columns_;       // of both, if turned
  Mosaic sent_columns_;  // of a part of a slice
  SliceRoom packing_, packing_with_sent_, joining_;
};

}  // namespace ashlar::detail
