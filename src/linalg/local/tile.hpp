// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar::local {

/// A rectangle of column-major memory that this rank can reach: element (i, j) lies at
/// data[i + j * ld]. T may be const. Not owning.
template <class T>
struct Tile {
  using Value = std::remove_const_t<T>;

  T* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index ld = 1;

  T* at(Index i, Index j) const { return data + i + j * ld; }
  T& operator()(Index i, Index j) const { return *at(i, j); }
  bool empty() const { return rows <= 0 || cols <= 0; }

  /// The m x n rectangle that begins with element (i, j).
  Tile part(Index i, Index j, Index m, Index n) const { return {at(i, j), m, n, ld}; }
  /// Rows [first, last).
  Tile row_range(Index first, Index last) const { return part(first, 0, last - first, cols); }
  /// Columns [first, last).
  Tile col_range(Index first, Index last) const { return part(0, first, rows, last - first); }

  operator Tile<const T>() const  // NOLINT(google-explicit-constructor): T* to const T*
  requires(!std::is_const_v<T>)
  {
    return {data, rows, cols, ld};
  }
};

/// A tile as a factor of a product: op(tile).
template <class T>
struct Factor {
  Tile<const T> tile;
  Op op = Op::None;

  Index rows() const { return is_transposing(op) ? tile.cols : tile.rows; }
  Index cols() const { return is_transposing(op) ? tile.rows : tile.cols; }
  /// The factor whose op() is the m x n rectangle of this one's that begins with (i, j).
  Factor part(Index i, Index j, Index m, Index n) const {
    return {is_transposing(op) ? tile.part(j, i, n, m) : tile.part(i, j, m, n), op};
  }
};

template <class T>
Factor<std::remove_const_t<T>> plain(const Tile<T>& tile) {
  return {tile, Op::None};
}
template <class T>
Factor<std::remove_const_t<T>> trans(const Tile<T>& tile) {
  return {tile, Op::Trans};
}
template <class T>
Factor<std::remove_const_t<T>> conj_trans(const Tile<T>& tile) {
  return {tile, Op::ConjTrans};
}

/// Which triangle of a square tile is meant, and how it is applied.
struct Triangle {
  Uplo uplo = Uplo::Lower;
  Op op = Op::None;
  Diag diag = Diag::NonUnit;
};

}  // namespace ashlar::local
