// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <ashlar/layout/stream.hpp>
#include <ashlar/matrix/local_view.hpp>

#include "choices.hpp"
#include "combined_pull.hpp"
#include "stretches.hpp"

namespace ashlar::detail {

/// One side of a stream taken by whole columns: a message is a small column-major matrix, and
/// packing and unpacking are moves between two memories by the same kernels as all others.
///
/// Under a triangle a message is several small matrices, each of the rows that any of its columns
/// keeps; what the others do not keep of them is neither written nor read.
class ColumnCodec {
 public:
  enum class Side { Sender, Receiver };

  ColumnCodec(const Transfers& transfers, const Partner& partner, Side side)
      : transposing_(is_transposing(transfers.op())),
        triangle_(transfers.moved()),
        outer_(transposing_ ? *partner.rows : *partner.cols),
        ahead_(transposing_ ? *partner.rows : *partner.cols),
        columns_((transposing_ ? *partner.rows : *partner.cols).count()),
        inner_(transposing_ ? *partner.cols : *partner.rows,
               side == Side::Sender ? Mosaic::PackedEnd::Target : Mosaic::PackedEnd::Source),
        side_(side) {
    first_run_ = RunCursor(transposing_ ? *partner.cols : *partner.rows).next();
  }

  Index columns() const { return columns_; }
  /// Elements of one column; under a triangle the most that one can have.
  Index column_elements() const { return inner_.count(); }

  /// Goes back to the first column.
  void rewind() {
    outer_.rewind();
    ahead_.rewind();
    run_ = run_ahead_ = {};
  }

  /// Puts the next `columns` columns of `source` into `buffer`; returns how many elements they
  /// take.
  template <class T>
  Index pack(const LocalView<const T>& source, T* buffer, Index columns) {
    Index elements = 0;
    for (Index done = 0, length = 0; done < columns; done += length) {
      take(length = std::min(columns - done, most_side_by_side()));
      elements += pack_piece(source, buffer + elements, length);
    }
    return elements;
  }

  /// The next `columns` columns as they are sent: in `buffer`, or in `source` where they lie there
  /// as they travel.
  /// @param may_have_gaps  whether they may also lie apart
  template <class T>
  Stretches<const std::byte> piece_of(const LocalView<const T>& source, T* buffer, Index columns,
                                      bool may_have_gaps) {
    if (source.is_column_major() &&
        travels_as_it_lies(source.ld(), columns, sizeof(T), may_have_gaps)) {
      take(columns);
      Index next = tiles_.front().source_local;
      bool are_neighbours = true;
      for (const Tile& tile : tiles_) {
        are_neighbours = are_neighbours && tile.source_local == next;
        next = tile.source_local + tile.length;
      }
      const Index first = tiles_.front().source_local;
      if (are_neighbours)
        return stretches(
            reinterpret_cast<const std::byte*>(source.at(first_run_.source_local, first)),
            source.ld(), columns, sizeof(T));
      const Index elements = pack_piece(source, buffer, columns);
      return {reinterpret_cast<const std::byte*>(buffer), elements * Index{sizeof(T)}};
    }
    const Index elements = pack(source, buffer, columns);
    return {reinterpret_cast<const std::byte*>(buffer), elements * Index{sizeof(T)}};
  }

  /// Where the next `columns` columns after those that were asked for before may be received in
  /// place, as they lie in `target` as they travel; else nowhere.
  Stretches<std::byte> place_in(const TargetBlock& target, Index columns, bool may_have_gaps) {
    Index first = -1, next = 0;
    bool are_neighbours = true;
    for (Index done = 0, length = 0; done < columns; done += length) {
      if (run_ahead_.length == 0) run_ahead_ = ahead_.next();
      length = std::min(run_ahead_.length, columns - done);
      if (first < 0) first = next = run_ahead_.target_local;
      are_neighbours = are_neighbours && run_ahead_.target_local == next;
      next += length;
      run_ahead_.target_local += length;
      run_ahead_.length -= length;
    }
    const Index bytes = target.combine.target_bytes();
    if (!lands_as_it_travels(target) || !are_neighbours ||
        !travels_as_it_lies(target.ld(), columns, bytes, may_have_gaps))
      return {};
    return stretches(target.at(first_run_.target_local, first), target.ld(), columns, bytes);
  }

  /// Puts `columns` columns from `buffer` to their places, unless it is their place.
  template <class T>
  void unpack(const T* buffer, const TargetBlock& target, Index columns, Conjugate conjugate,
              bool stream) {
    for (Index done = 0, length = 0; done < columns; done += length) {
      take(length = std::min(columns - done, most_side_by_side()));
      const Range rows = rows_of_piece();
      if (rows.empty()) continue;
      // Elsewhere that would be no place in the target, and might be one in the buffer.
      if (lands_as_it_travels(target) &&
          reinterpret_cast<const std::byte*>(buffer) ==
              target.at(first_run_.target_local, tiles_.front().target_local))
        continue;
      const bool turned = transposing_ == target.is_column_major();
      const Pull pull{.along = turned ? &piece_ : &inner_,
                      .across = turned ? &inner_ : &piece_,
                      .turned = turned,
                      .element_bytes = sizeof(T),
                      .conjugate = conjugate,
                      .triangle = turned ? by_columns().transposed() : by_columns()};
      sources_ = {{reinterpret_cast<const std::byte*>(buffer - rows.first), rows.size()}};
      pull_into(target, pull, sources_, stream);
      buffer += rows.size() * length;
    }
  }

 private:
  // MPI gathers stretches of so many bytes as fast as they could be packed.
  static constexpr Index long_bytes = 1024;

  /// Columns that are packed as one matrix. Under a triangle that has the rows of its longest one:
  /// few columns waste little.
  Index most_side_by_side() const {
    return triangle_.uplo == Uplo::General ? std::numeric_limits<Index>::max() : 16;
  }

  /// Whether columns arrive as columns of the target, and nothing happens to their elements.
  bool lands_as_it_travels(const TargetBlock& target) const {
    return !transposing_ && target.is_column_major() && target.computes() == nullptr;
  }

  /// Whether so many columns that are neighbours in memory with that leading dimension lie there as
  /// they travel, but for gaps between them if they may.
  bool travels_as_it_lies(Index ld, Index columns, Index element_bytes, bool may_have_gaps) const {
    const Index rows = inner_.count();
    return triangle_.uplo == Uplo::General && first_run_.length == rows &&
           (columns == 1 || rows == ld || (may_have_gaps && rows * element_bytes >= long_bytes));
  }
  template <class Byte>
  Stretches<Byte> stretches(Byte* first, Index ld, Index columns, Index element_bytes) const {
    const Index bytes = inner_.count() * element_bytes, stride = ld * element_bytes;
    if (columns == 1 || bytes == stride) return {first, bytes * columns};
    return {first, bytes, columns, stride};
  }

  template <class T>
  Index pack_piece(const LocalView<const T>& source, T* buffer, Index columns) {
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
  RunCursor outer_, ahead_;
  Run run_, run_ahead_;
  Run first_run_;  // of a column
  Index columns_;
  Mosaic inner_, piece_;
  Side side_;
  std::vector<Tile> tiles_;
  std::vector<PullSource> sources_;
};

}  // namespace ashlar::detail
