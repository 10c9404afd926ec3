// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>

#include "linalg/local/tile.hpp"
#include "room.hpp"
#include "schedule.hpp"

namespace ashlar::node {

using local::Tile;

/// A matrix with block columns distributed over the ranks of a node, all readable and writable by
/// each rank.
///
/// Panel k, the part of block column k that crosses the diagonal, is eliminated at once. Columns
/// beyond the last row belong to no panel.
template <class T>
class Board {
 public:
  /// @param a  [same] whole rows on a 1 x Q grid of ranks 0 … Q-1, owned, column-major, shared
  /// unless Q = 1
  Board(const Room& room, DistMatrix<T>& a);
  Board(const Room& room, const DistMatrix<T>& a) : Board(room, const_cast<DistMatrix<T>&>(a)) {}

  Index rows() const { return rows_; }
  Index cols() const { return axis_.extent; }
  /// Number of ranks with columns, the crew.
  int ranks() const { return axis_.nprocs; }

  int panels() const { return static_cast<int>((diagonal_ + axis_.block - 1) / axis_.block); }
  Index begin(int k) const { return k * axis_.block; }
  Index end(int k) const { return std::min(diagonal_, (k + 1) * axis_.block); }
  Index width(int k) const { return end(k) - begin(k); }
  int owner(int k) const { return k % axis_.nprocs; }
  bool is_mine(int k) const { return owner(k) == me_; }

  Tile<T> panel(int k) const { return block_column(k, width(k)); }
  /// Panel k from its diagonal down.
  Tile<T> below(int k) const { return panel(k).row_range(begin(k), rows_); }

  /// The first `width` columns of block column k.
  Tile<T> block_column(int k, Index width) const {
    return all_of(owner(k)).part(0, (k / axis_.nprocs) * axis_.block, rows_, width);
  }

  const Tile<T>& all_of(int rank) const { return locals_[static_cast<std::size_t>(rank)]; }
  /// This rank's columns from global column j on.
  Tile<T> mine_from(Index j) const {
    const Tile<T>& mine = all_of(me_);
    return mine.col_range(axis_.local_count_below(me_, std::min(j, axis_.extent)), mine.cols);
  }

 private:
  Index rows_;
  Index diagonal_;
  Axis axis_;
  int me_;
  std::vector<Tile<T>> locals_;
};

template <class T>
Board<T>::Board(const Room& room, DistMatrix<T>& a)
    : rows_(a.rows()),
      diagonal_(std::min(a.rows(), a.cols())),
      axis_(a.layout().cols()),
      me_(room.rank()) {
  for (int rank = 0; rank < ranks(); ++rank) {
    const Shape shape = a.layout().local_shape(rank);
    T* data = rank == me_               ? a.local().data
              : a.storage().is_shared() ? a.storage().part_of(rank).template as<T>()
                                        : nullptr;
    locals_.push_back(
        {data, shape.rows, shape.cols, rank == me_ ? a.lld() : detail::owned_ld(shape)});
  }
}

}  // namespace ashlar::node
