// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <ashlar/layout/stream.hpp>
#include <ashlar/matrix/local_view.hpp>

#include "column_slices.hpp"
#include "move/exchange/stretches.hpp"
#include "move/kernels/choices.hpp"
#include "move/pull/combined_pull.hpp"
#include "packing_stores.hpp"

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
        piece_(transposing_ ? *partner.rows : *partner.cols, packed_end(side)),
        ahead_(transposing_ ? *partner.rows : *partner.cols),
        columns_((transposing_ ? *partner.rows : *partner.cols).count()),
        inner_(transposing_ ? *partner.cols : *partner.rows, packed_end(side)),
        side_(side) {
    first_run_ = RunCursor(transposing_ ? *partner.cols : *partner.rows).next();
  }

  Index columns() const { return columns_; }
  /// Elements of one column; under a triangle the most that one can have.
  Index column_elements() const { return inner_.count(); }

  /// Goes back to the first column.
  void rewind() {
    piece_.rewind();
    ahead_.rewind();
    run_ahead_ = {};
  }

  /// Puts the next `columns` columns of `source` into `buffer`; returns how many elements they
  /// take.
  template <class T>
  Index pack(const LocalView<const T>& source, T* buffer, Index columns) {
    Index elements = 0;
    for (Index done = 0, length = 0; done < columns; done += length) {
      piece_.take(length = std::min(columns - done, most_side_by_side()));
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
      piece_.take(columns);
      Index next = piece_.tiles().front().source_local;
      bool are_neighbours = true;
      for (const Tile& tile : piece_.tiles()) {
        are_neighbours = are_neighbours && tile.source_local == next;
        next = tile.source_local + tile.length;
      }
      const Index first = piece_.tiles().front().source_local;
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
    if (first_run_.length != inner_.count()) return {};
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
      piece_.take(length = std::min(columns - done, most_side_by_side()));
      const Range rows = rows_of_piece();
      if (rows.empty()) continue;
      // Elsewhere that would be no place in the target, and might be one in the buffer.
      if (lands_as_it_travels(target) &&
          reinterpret_cast<const std::byte*>(buffer) ==
              target.at(first_run_.target_local, piece_.tiles().front().target_local))
        continue;
      const bool turned = transposing_ == target.is_column_major();
      const Pull pull{.along = turned ? &piece_.mosaic() : &inner_,
                      .across = turned ? &inner_ : &piece_.mosaic(),
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
  static Mosaic::PackedEnd packed_end(Side side) {
    return side == Side::Sender ? Mosaic::PackedEnd::Target : Mosaic::PackedEnd::Source;
  }

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
                    .across = &piece_.mosaic(),
                    .turned = !source.is_column_major(),
                    .element_bytes = sizeof(T),
                    .triangle = by_columns()};
    sources_ = {{reinterpret_cast<const std::byte*>(source.data), source.ld()}};
    stores_.pack(rows.size() * columns * Index{sizeof(T)}, [&](bool stream) {
      pull.run(sources_, reinterpret_cast<std::byte*>(buffer - rows.first), rows.size(), kernels(),
               stream);
    });
    return rows.size() * columns;
  }

  /// The triangle with the message's rows and columns.
  Triangle by_columns() const { return transposing_ ? triangle_.transposed() : triangle_; }

  /// Those of the packed rows that any column of the piece keeps: the ranges of a triangle's
  /// columns grow or shrink from the first to the last.
  Range rows_of_piece() const {
    if (triangle_.uplo == Uplo::General) return {0, inner_.count()};
    const Range all{0, inner_.extent()};
    const Range first = by_columns().rows_of(piece_.tiles().front().at, all);
    const Range last =
        by_columns().rows_of(piece_.tiles().back().at + piece_.tiles().back().length - 1, all);
    return {packed_row(std::min(first.first, last.first)),
            packed_row(std::max(first.last, last.last))};
  }
  Index packed_row(Index at) const {
    return std::min(inner_.count(), side_ == Side::Sender ? inner_.target_position(at)
                                                          : inner_.source_position(at));
  }

  bool transposing_;
  Triangle triangle_;
  ColumnSlices piece_;
  RunCursor ahead_;
  Run run_ahead_;
  Run first_run_;  // of a column
  Index columns_;
  Mosaic inner_;
  Side side_;
  PackingStores stores_;
  std::vector<PullSource> sources_;
};

}  // namespace ashlar::detail
