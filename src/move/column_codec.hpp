// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/stream.hpp>
#include <ashlar/matrix/local_view.hpp>

#include "choices.hpp"
#include "combined_pull.hpp"

namespace ashlar::detail {

/// One side of a stream taken by whole columns: a message is a small column-major matrix, and
/// packing and unpacking are moves between two memories by the same kernels as all others.
///
/// Under a triangle a message holds the rows that any of its columns keeps; what the others do not
/// keep of them is neither written nor read.
class ColumnCodec {
 public:
  enum class Side { Sender, Receiver };

  ColumnCodec(const Transfers& transfers, const Partner& partner, Side side)
      : transposing_(is_transposing(transfers.op())),
        triangle_(transfers.moved()),
        outer_(transposing_ ? *partner.rows : *partner.cols),
        columns_((transposing_ ? *partner.rows : *partner.cols).count()),
        inner_(transposing_ ? *partner.cols : *partner.rows,
               side == Side::Sender ? Mosaic::PackedEnd::Target : Mosaic::PackedEnd::Source),
        side_(side) {}

  Index columns() const { return columns_; }
  /// Elements of one column; under a triangle the most that one can have.
  Index column_elements() const { return inner_.count(); }

  /// Goes back to the first column.
  void rewind() {
    outer_.rewind();
    run_ = {};
  }

  /// Puts the next `columns` columns of `source` into `buffer`; returns how many elements they
  /// take.
  template <class T>
  Index pack(const LocalView<const T>& source, T* buffer, Index columns) {
    take(columns);
    const Range rows = rows_of_piece();
    if (rows.empty()) return 0;
    const Pull pull{.along = &inner_,
                    .across = &piece_,
                    .turned = !source.is_column_major(),
                    .element_bytes = sizeof(T),
                    .triangle = by_columns()};
    sources_ = {{reinterpret_cast<const std::byte*>(source.data), source.ld()}};
    pull.run(sources_, reinterpret_cast<std::byte*>(buffer - rows.first), rows.size(), kernels(),
             false);
    return rows.size() * columns;
  }

  /// Puts `columns` columns from `buffer` to their places.
  template <class T>
  void unpack(const T* buffer, const TargetBlock& target, Index columns, Conjugate conjugate,
              bool stream) {
    take(columns);
    const Range rows = rows_of_piece();
    if (rows.empty()) return;
    const bool turned = transposing_ == target.is_column_major();
    const Pull pull{.along = turned ? &piece_ : &inner_,
                    .across = turned ? &inner_ : &piece_,
                    .turned = turned,
                    .element_bytes = sizeof(T),
                    .conjugate = conjugate,
                    .triangle = turned ? by_columns().transposed() : by_columns()};
    sources_ = {{reinterpret_cast<const std::byte*>(buffer - rows.first), rows.size()}};
    pull_into(target, pull, sources_, stream);
  }

 private:
  /// The triangle with the message's rows and columns.
  Triangle by_columns() const { return transposing_ ? triangle_.transposed() : triangle_; }

  /// Makes `piece_` the next `columns` columns.
  void take(Index columns) {
    tiles_.clear();
    for (Index done = 0; done < columns;) {
      if (run_.length == 0) run_ = outer_.next();
      const Run run = take_front(run_, std::min(run_.length, columns - done));
      const Tile tile{run.at, side_ == Side::Sender ? run.source_local : done,
                      side_ == Side::Sender ? done : run.target_local, run.length, 0};
      if (!tiles_.empty() && follows(tiles_.back(), tile)) tiles_.back().length += run.length;
      else tiles_.push_back(tile);
      done += run.length;
    }
    piece_.assign(tiles_);
  }

  static bool follows(const Tile& a, const Tile& b) {
    return a.at + a.length == b.at && a.source_local + a.length == b.source_local &&
           a.target_local + a.length == b.target_local;
  }

  /// Those of the packed rows that any column of the piece keeps: the ranges of a triangle's
  /// columns grow or shrink from the first to the last.
  Range rows_of_piece() const {
    const Range all{0, inner_.extent()};
    const Range first = by_columns().rows_of(tiles_.front().at, all);
    const Range last = by_columns().rows_of(tiles_.back().at + tiles_.back().length - 1, all);
    return {packed_row(std::min(first.first, last.first)),
            packed_row(std::max(first.last, last.last))};
  }
  Index packed_row(Index at) const {
    return std::min(inner_.count(), side_ == Side::Sender ? inner_.target_position(at)
                                                          : inner_.source_position(at));
  }

  bool transposing_;
  Triangle triangle_;
  RunCursor outer_;
  Run run_;
  Index columns_;
  Mosaic inner_, piece_;
  Side side_;
  std::vector<Tile> tiles_;
  std::vector<PullSource> sources_;
};

}  // namespace ashlar::detail
