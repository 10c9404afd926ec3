// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar::local {

/// A non-owning rectangle of column-major memory: element (i, j) is data[i + j * ld]. T may be
/// const.
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

  /// The m x n rectangle from element (i, j) on.
  Tile part(Index i, Index j, Index m, Index n) const { return {at(i, j), m, n, ld}; }
  Tile row_range(Index first, Index last) const { return part(first, 0, last - first, cols); }
  Tile col_range(Index first, Index last) const { return part(0, first, rows, last - first); }

  operator Tile<const T>() const  // NOLINT(google-explicit-constructor): T* to const T*
  requires(!std::is_const_v<T>)
  {
    return {data, rows, cols, ld};
  }
};

/// op(tile) in a product.
template <class T>
struct Factor {
  Tile<const T> tile;
  Op op = Op::None;

  Index rows() const { return is_transposing(op) ? tile.cols : tile.rows; }
  Index cols() const { return is_transposing(op) ? tile.rows : tile.cols; }
  /// The m x n rectangle of op(tile) from (i, j) on.
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

/// A triangle of a square tile, and its op.
struct Triangle {
  Uplo uplo = Uplo::Lower;
  Op op = Op::None;
  Diag diag = Diag::NonUnit;
};

}  // namespace ashlar::local
