// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/layout/detail/runs.hpp>

#include "move/pull/mosaic.hpp"
#include "move/pull/pull.hpp"
#include "route.hpp"

namespace ashlar::detail {

/// Slices of one dimension of a share, each with a mosaic.
class ColumnSlices {
 public:
  /// @param packed_end  end at which a slice has the local indices 0, 1, 2, …
  explicit ColumnSlices(Mosaic::PackedEnd packed_end) : packed_end_(packed_end) {}

  /// Starts at a list, which must outlive its use.
  void begin(const RunList& list) {
    if (list_ == &list) return rewind();
    list_ = &list;
    cursor_.emplace(list);
    count_ = list.count();
    has_all_ = false;
    rest_ = {};
  }
  void rewind() {
    cursor_->rewind();
    rest_ = {};
  }

  /// Sets `tiles` and `mosaic` to the next `length` indices.
  void take(Index length) {
    if (length == count_ && std::exchange(has_all_, true)) return;  // repeated small moves
    has_all_ = length == count_;
    tiles_.clear();
    for (Index done = 0; done < length;) {
      if (rest_.length == 0) rest_ = cursor_->next();
      const Run run = take_front(rest_, std::min(rest_.length, length - done));
      const Tile tile{run.at, packed_end_ == Mosaic::PackedEnd::Source ? done : run.source_local,
                      packed_end_ == Mosaic::PackedEnd::Target ? done : run.target_local,
                      run.length, 0};
      if (!tiles_.empty() && follows(tile, tiles_.back()) &&
          tiles_.back().at + tiles_.back().length == tile.at)
        tiles_.back().length += run.length;
      else tiles_.push_back(tile);
      done += run.length;
    }
    mosaic_.assign(tiles_);
  }

  const std::vector<Tile>& tiles() const { return tiles_; }
  const Mosaic& mosaic() const { return mosaic_; }

 private:
  Mosaic::PackedEnd packed_end_;
  const RunList* list_ = nullptr;
  std::optional<RunCursor> cursor_;
  Index count_ = 0;
  bool has_all_ = false;
  Run rest_;
  std::vector<Tile> tiles_;
  Mosaic mosaic_;
};

/// Neighbouring columns of a box, with local indices at both ends.
struct BoxSlice {
  const Mosaic* inner;          ///< along the columns, contiguous in the source
  const Mosaic* outer;          ///< the columns
  std::span<const Tile> tiles;  ///< of `outer`, with a packed end
  Triangle triangle;            ///< its rows count along `inner`
  Range rows = {0, 0};          ///< packed rows of the slice's columns
  Index columns;
  int source_block, target_block;
  Index source_offset = 0, target_offset = 0;  ///< elements before the plane in its block
  Index source_ld, target_ld;                  ///< of arrays; 0: that of the block
  bool is_turned;  ///< of arrays: the target is contiguous across the columns
};

/// Walk over the elements of a pair of ranks, box by box, in message order: down the columns in
/// which the source is contiguous. Sender and receiver walk the same columns, with their own local
/// indices, and may stop after any.
///
/// Long columns are cut into strips. Boxes of arrays are sequences of planes, each of the
/// dimensions in which source and target are contiguous.
class BoxWalk {
 public:
  using PackedEnd = Mosaic::PackedEnd;

  /// @param packed   the end that is a message
  /// @param longest  bound of the column length
  BoxWalk(const Route& route, std::span<const Box> boxes, const Orders& orders, int sender,
          int receiver, PackedEnd packed, Index longest);
  BoxWalk(const BoxWalk&) = delete;  // slices refer to it
  BoxWalk& operator=(const BoxWalk&) = delete;

  /// True if the walk is one plane of whole columns.
  bool is_one_plane() const {
    return boxes_.size() == 1 && boxes_[0].strips == 1 && boxes_[0].loops.empty();
  }
  bool is_one_box() const { return boxes_.size() == 1; }
  Index longest_column() const;
  /// Columns of all boxes and strips.
  Index columns() const;
  Index planes() const;
  /// Columns of a strip, of a single box.
  Index columns_of_strip() const { return boxes_[0].columns(); }
  Index strips() const { return boxes_[0].strips; }

  void rewind();
  bool is_over() const { return box_ == boxes_.size(); }
  /// Bound of the next column's elements, and number of following columns with it.
  Index column_elements() const { return room_for(boxes_[box_], length_); }
  Index columns_left() const { return left_; }

  /// Calls f(BoxSlice) for the next columns, in slices. @pre columns <= columns_left()
  template <class F>
  void take(Index columns, F&& f) {
    while (columns > 0) {
      const Item& item = boxes_[box_];
      const Index most = item.triangle.uplo == Uplo::General ? columns : most_under_triangle;
      const Index length = std::min({columns, item.plane_columns - column_, most});
      take_at_once(length, f);
      columns -= length;
    }
  }
  /// Calls f(BoxSlice) for the next columns, of one plane.
  template <class F>
  void take_at_once(Index columns, F&& f) {
    const Item& item = boxes_[box_];
    f(slice(item, columns));
    left_ -= columns;
    column_ += columns;
    if (column_ == item.plane_columns) next_plane();
  }

 private:
  // Under a triangle, columns of a slice have the rows of the longest.
  static constexpr Index most_under_triangle = 16;

  /// Dimension outside the plane.
  struct Loop {
    const RunList* runs;
    Index source_stride, target_stride;
  };
  struct Item {
    const RunList *inner, *outer;
    const Mosaic* whole = nullptr;  // of inner
    std::vector<Loop> loops = {};
    Triangle triangle = {};
    Index inner_count = 0, plane_columns = 0, planes = 1, strips = 1;
    int source_block = 0, target_block = 0;
    Index source_ld = 0, target_ld = 0;
    bool is_turned = false;
    bool is_contiguous = false;  // each column is one run without a triangle
    Index columns() const { return plane_columns * planes; }
  };
  struct LoopPlace {
    RunCursor cursor;
    Run run;
    Index at = 0;
  };

  void add_plane(const Box& box, int inner);
  void add_array(const std::vector<BoxDim>& dims);
  void add(Item item);
  const RunList* scaled(const BoxDim& dim);
  const Mosaic* mosaic_of(const RunList* runs);

  void enter_box();
  void enter_strip();
  void next_plane();
  bool next_loops();
  BoxSlice slice(const Item& item, Index columns);
  Range kept_rows(const Item& item, const Mosaic& inner) const;
  /// Long columns are packed in whole lines, for equal alignment, unless they are contiguous.
  Index line_of(const Item& item) const {
    constexpr Index many = 8;
    return item.is_contiguous || item.inner_count < many * line_ ? 1 : line_;
  }
  Index room_for(const Item& item, Index length) const {
    const Index line = line_of(item);
    return (length + line - 1) / line * line;
  }

  PackedEnd packed_;
  Index longest_;
  Index line_;                 // elements of a cache line; 1 if they do not fill one
  std::deque<RunList> lists_;  // of merged dimensions
  std::map<const RunList*, Mosaic> mosaics_;
  std::vector<Item> boxes_;

  // Position of the walk.
  std::size_t box_ = 0;
  Index strip_ = 0, column_ = 0;  // the latter in the plane
  Index length_ = 0, left_ = 0;   // of the strip
  ColumnSlices outer_, strip_slices_;
  std::vector<LoopPlace> loops_;
};

}  // namespace ashlar::detail
