// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/stream.hpp>
#include <ashlar/matrix/local_view.hpp>

#include "choices.hpp"
#include "combined_pull.hpp"

namespace ashlar::detail {

/// One side of a stream that no triangle cuts, taken by whole columns: then a message is a small
/// column-major matrix, and packing and unpacking are moves between two memories by the same
/// kernels as all others.
class ColumnCodec {
 public:
  enum class Side { Sender, Receiver };

  ColumnCodec(const Transfers& transfers, const Partner& partner, Side side)
      : transposing_(is_transposing(transfers.op())),
        outer_(transposing_ ? *partner.rows : *partner.cols),
        inner_(transposing_ ? *partner.cols : *partner.rows,
               side == Side::Sender ? Mosaic::PackedEnd::Target : Mosaic::PackedEnd::Source),
        side_(side) {}

  /// Elements of one column.
  Index column_elements() const { return inner_.count(); }

  /// Goes back to the first column.
  void rewind() {
    outer_.rewind();
    run_ = {};
  }

  /// Puts the next `columns` columns of `source` into `buffer`.
  template <class T>
  void pack(const LocalView<const T>& source, T* buffer, Index columns) {
    take(columns);
    const Pull pull{.along = &inner_,
                    .across = &piece_,
                    .turned = !source.is_column_major(),
                    .element_bytes = sizeof(T)};
    sources_ = {{reinterpret_cast<const std::byte*>(source.data), source.ld()}};
    pull.run(sources_, reinterpret_cast<std::byte*>(buffer), column_elements(), kernels(), false);
  }

  /// Puts `columns` columns from `buffer` to their places.
  template <class T>
  void unpack(const T* buffer, const TargetBlock& target, Index columns, Conjugate conjugate,
              bool stream) {
    take(columns);
    const bool turned = transposing_ == target.is_column_major();
    const Pull pull{.along = turned ? &piece_ : &inner_,
                    .across = turned ? &inner_ : &piece_,
                    .turned = turned,
                    .element_bytes = sizeof(T),
                    .conjugate = conjugate};
    sources_ = {{reinterpret_cast<const std::byte*>(buffer), column_elements()}};
    pull_into(target, pull, sources_, stream);
  }

 private:
  /// Makes `piece_` the next `columns` columns.
  void take(Index columns) {
    tiles_.clear();
    for (Index done = 0; done < columns;) {
      if (run_.length == 0) run_ = outer_.next();
      const Index length = std::min(run_.length, columns - done);
      const Index source = side_ == Side::Sender ? run_.source_local : done;
      const Index target = side_ == Side::Sender ? done : run_.target_local;
      const bool follows = !tiles_.empty() &&
                           tiles_.back().source_local + tiles_.back().length == source &&
                           tiles_.back().target_local + tiles_.back().length == target;
      if (follows) tiles_.back().length += length;
      else tiles_.push_back({done, source, target, length, 0});
      run_.source_local += length;
      run_.target_local += length;
      run_.length -= length;
      done += length;
    }
    piece_.assign(tiles_);
  }

  bool transposing_;
  RunCursor outer_;
  Run run_;
  Mosaic inner_, piece_;
  Side side_;
  std::vector<Tile> tiles_;
  std::vector<PullSource> sources_;
};

}  // namespace ashlar::detail
