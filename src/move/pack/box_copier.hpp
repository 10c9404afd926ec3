// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/box_cursor.hpp>

#include "move/pull/mosaic.hpp"
#include "move/pull/pull.hpp"

namespace ashlar::detail {

/// Copies the box that one rank sends to another, piece by piece: out of the sender's local array
/// into a packed message, out of a message into the receiver's array, or straight from the one to
/// the other. The inner loops are those of all moves: two dimensions at a time, that in which the
/// target is contiguous and that in which the source is.
class BoxCopier {
 public:
  /// Which end is a packed message instead of a local array.
  enum class Packed { None, Source, Target };

  /// @param piece_elements  about how many elements make a piece, at least 1
  BoxCopier(const ArrayBox& box, Packed packed, int element_bytes, Index piece_elements);

  /// Number of pieces, the same at both ends.
  Index pieces() const { return (units_ - 1) / piece_units_ + 1; }
  /// Elements of every piece but the last.
  Index piece_elements() const { return piece_units_ * unit_; }

  void rewind();

  /// Copies the next piece and returns its elements.
  /// @param source, target  the local arrays; at a packed end the message of this piece
  Index next(const std::byte* source, std::byte* target, bool stream);

 private:
  /// One dimension of the part that is being copied.
  struct Side {
    std::vector<Tile> tiles;
    Index count = 1, source_stride = 1, target_stride = 1;
  };
  /// A dimension of which one index is copied at a time.
  struct Outer {
    BoxCursor cursor;
    Index source_stride, target_stride;
    Run run;
    Index at = 0;  // within the run

    bool next();
    void rewind();
  };

  void add_side(const BoxDim& dim);
  void choose_plane();
  void take_segment(Index units);
  void next_segment();
  void copy_segment(const std::byte* source, std::byte* target, bool stream);
  void copy_planes(std::size_t k, const std::byte* source, std::byte* target, const Pull& plane,
                   bool stream);

  Packed packed_;
  Index element_bytes_;
  Index unit_ = 1;   // elements of one index of the dimension that pieces cut
  Index units_ = 1;  // of the box
  Index piece_units_ = 1;
  Index cut_count_ = 1;  // indices of the dimension that pieces cut

  std::vector<Side> sides_;   // the dimensions that a piece holds whole, then the one it cuts
  BoxCursor cut_;             // along the latter
  std::vector<Outer> outer_;  // the others
  Index units_left_ = 0;      // of the box
  Index cut_left_ = 0;        // of the dimension that is cut
  Run run_;                   // what is left of its current run

  // How sides are walked: two make a plane, the others are loops around it. -1: none.
  static constexpr int none = -1;
  int along_ = none, across_ = none;
  bool turned_ = false;
  std::vector<std::size_t> loops_;
  Mosaic along_tiles_, across_tiles_;
  std::vector<PullSource> source_{1};
};

}  // namespace ashlar::detail
