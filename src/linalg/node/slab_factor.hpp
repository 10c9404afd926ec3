// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "reading.hpp"
#include "room.hpp"
#include "slab_source.hpp"

namespace ashlar::node {

/// The k of each slab: equal in all, for the kernel's full rate in little memory.
inline Index slab_width(Index depth) {
  constexpr Index widest = 1024;
  const Index slabs = (depth + widest - 1) / widest;
  return (depth + slabs - 1) / slabs;
}

/// A slab in shared memory: rows of C x k, or k x columns of C.
template <class T>
DistMatrix<T> make_slab(mpi::CommunicatorView comm, const Layout& c, Index k, bool is_left) {
  const auto axis_of_k = [&](int nprocs) {
    return Axis{k, std::max<Index>(1, (k + nprocs - 1) / nprocs), nprocs, 0};
  };
  const Layout layout = is_left ? Layout(c.rows(), axis_of_k(c.grid().cols), c.ranks())
                                : Layout(axis_of_k(c.grid().rows), c.cols(), c.ranks());
  return DistMatrix<T>(comm, layout, {.init = Init::Uninitialized});
}

/// A factor of a product, read in place or in slabs moved one by one.
template <Scalar T>
class SlabFactor {
 public:
  /// @param c  layout of the computation; it and the source must outlive the factor
  SlabFactor(const SlabSource<T>& source, const Layout& c, bool is_left, Room& room)
      : source_(&source), is_left_(is_left), c_(&c) {
    if (source.structure != Structure::General) return;
    Reading<T> reading(source.stored.matrix(), source.stored.section(), source.op, 0, is_left);
    const bool is_own = c.grid().size() == 1 && reading.is_stored_on(c.ranks().rank_of({0, 0}));
    const bool can_read =
        is_own ? reading.is_column_major() : room.is_available() && reading.is_shared();
    if (!can_read || !reading.suits(is_left ? c.rows() : c.cols())) return;
    in_place_ = reading;
    is_read_by_others_ = !is_own;
  }

  /// [same]
  bool is_moved() const { return !in_place_; }
  /// True if other ranks read the caller's memory. [same]
  bool is_read_by_others() const { return is_read_by_others_; }

  /// @collective
  void make_slab_of(Index k) {
    if (is_moved()) slab_.emplace(make_slab<T>(source_->stored.comm(), *c_, k, is_left_));
  }
  /// Adds the copies of slab `k`.
  void bring(Range k, std::vector<CopyTask<T>>& tasks) {
    if (is_moved()) source_->bring(part(k), target(k), tasks);
  }
  /// [local] To be called after the copies.
  void finish(Range k) {
    if (is_moved()) source_->finish(part(k), target(k));
  }
  /// Pieces of the slab for the process at `me`, after `finish` on all ranks. [local]
  std::vector<typename Reading<T>::Piece> pieces(Range k, Coord me) const {
    const Axis& axis = is_left_ ? c_->rows() : c_->cols();
    const int p = is_left_ ? me.row : me.col;
    if (in_place_) return in_place_->pieces(k, axis, p);
    const Reading<T> slab(*slab_, Section::all(slab_->shape()), Op::None, k.first, is_left_);
    return slab.pieces(k, axis, p);
  }

 private:
  Section part(Range k) const {
    return is_left_ ? Section{{0, c_->shape().rows}, k} : Section{k, {0, c_->shape().cols}};
  }
  MatrixView<T> target(Range k) {
    return is_left_ ? slab_->view({0, slab_->rows()}, {0, k.size()})
                    : slab_->view({0, k.size()}, {0, slab_->cols()});
  }

  const SlabSource<T>* source_;
  bool is_left_;
  const Layout* c_;
  std::optional<Reading<T>> in_place_;
  std::optional<DistMatrix<T>> slab_;
  bool is_read_by_others_ = false;
};

/// Moves slab `k` of all factors; readable on other ranks after a barrier.
/// @collective
template <Scalar T>
void bring_slabs(std::initializer_list<SlabFactor<T>*> factors, Range k) {
  std::vector<CopyTask<T>> tasks;
  for (SlabFactor<T>* factor : factors) factor->bring(k, tasks);
  copy_all(std::span<const CopyTask<T>>(tasks));
  for (SlabFactor<T>* factor : factors) factor->finish(k);
}

/// Calls f(x, y) for all parts of both factors with equal k. [local]
template <Scalar T, class F>
void for_each_pair(const SlabFactor<T>& a, const SlabFactor<T>& b, Range k, Coord me, F&& f) {
  for_each_pair(a.pieces(k, me), b.pieces(k, me), me.row + me.col, f);
}

}  // namespace ashlar::node
