// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <variant>
#include <vector>

#include <ashlar/matrix/block_matrix.hpp>
#include <ashlar/matrix/dist_array.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>

#include "oracle.hpp"

namespace ashlar::test {

/// One side of a move in memory, for any element type: this rank's blocks, and the memory around
/// them if it belongs to the test.
class Specimen {
 public:
  /// Address and strides of a block, in elements of its type.
  struct Block {
    std::byte* data = nullptr;
    Place strides = {};
  };

  Specimen(const RandomMove& move, bool is_target, int rank);
  Specimen(const Specimen&) = delete;
  Specimen& operator=(const Specimen&) = delete;
  virtual ~Specimen() = default;

  /// Sets every element and all padding to the value from before the move.
  void fill();
  /// Number of elements that are not expected(global indices), and of padding elements that were
  /// written.
  Index count_wrong(const std::function<Expected(const Place&)>& expected) const;

 protected:
  const MoveSide& side() const { return is_target_ ? move_.target : move_.source; }
  DType dtype() const { return is_target_ ? move_.to : move_.from; }
  const std::vector<Place>& extents() const { return extents_; }
  /// Allocates memory for `elements` elements if the side is wrapped.
  std::byte* take_memory(Index elements);

  std::vector<Block> blocks_;

 private:
  std::byte* address(const OwnElement& element) const;

  RandomMove move_;
  bool is_target_;
  int rank_;
  std::vector<Place> extents_;
  std::vector<std::byte> memory_;
};

/// A specimen with its element type: a matrix or an array of the library.
template <class T>
class TypedSpecimen final : public Specimen {
 public:
  TypedSpecimen(mpi::CommunicatorView comm, const RandomMove& move, bool is_target)
      : Specimen(move, is_target, comm.rank()) {
    if (side().form == MoveSide::Form::Array) make_array(comm);
    else if (side().form == MoveSide::Form::Tiles) make_tiles(comm);
    else if (side().groups.empty()) make_layout(comm);
    else make_copies(comm);
    if (blocks_.size() != extents().size() && !extents().empty())
      throw std::logic_error("a rank has more or fewer blocks than were counted");
  }

  DistMatrix<T>& matrix() { return std::get<DistMatrix<T>>(held_); }
  DistArray<T>& array() { return std::get<DistArray<T>>(held_); }

  /// Calls f with the matrix of any kind.
  template <class F>
  void visit_matrix(F&& f) {
    if (auto* plain = std::get_if<DistMatrix<T>>(&held_)) return f(*plain);
    if (auto* tiles = std::get_if<BlockMatrix<T>>(&held_)) return f(*tiles);
    f(std::get<ReplicatedMatrix<T>>(held_));
  }

 private:
  static T* typed(std::byte* data) { return reinterpret_cast<T*>(data); }

  void add(const LocalView<T>& view) {
    blocks_.push_back(
        {reinterpret_cast<std::byte*>(view.data), {view.row_stride, view.col_stride}});
  }

  Place extent_of(std::size_t block) const {
    return block < extents().size() ? extents()[block] : Place{};
  }

  Index leading_dimension() const {
    const Place extent = extent_of(0);
    return std::max<Index>(1, extent[side().order == StorageOrder::C ? 1 : 0]) + side().padding;
  }
  T* take_layout() {
    return typed(
        take_memory(leading_dimension() * extent_of(0)[side().order == StorageOrder::C ? 0 : 1]));
  }

  void make_layout(mpi::CommunicatorView comm) {
    const Placement placement = side().placement();
    const Layout& layout = *placement.layout();
    DistMatrix<T> a =
        side().wrapped
            ? DistMatrix<T>::wrap(comm, layout, {take_layout(), leading_dimension(), side().order})
            : DistMatrix<T>(comm, layout, {.order = side().order});
    add(a.local());
    held_ = std::move(a);
  }

  void make_copies(mpi::CommunicatorView comm) {
    const Placement placement = side().placement();
    auto a = side().wrapped
                 ? ReplicatedMatrix<T>::wrap(comm, *placement.layout(), placement.replicas(),
                                             {take_layout(), leading_dimension(), side().order})
                 : ReplicatedMatrix<T>(comm, *placement.layout(), placement.replicas(),
                                       {.order = side().order});
    add(a.local());
    held_ = std::move(a);
  }

  void make_tiles(mpi::CommunicatorView comm) {
    const Placement placement = side().placement();
    BlockMatrix<T> a;
    if (side().wrapped) {
      std::vector<Index> starts, lds;
      Index size = 0;
      const std::size_t along = side().order == StorageOrder::C ? 1 : 0;
      for (std::size_t k = 0; k < extents().size(); ++k) {
        lds.push_back(extents()[k][along] + side().padding * (1 + static_cast<Index>(k) % 3));
        starts.push_back(size);
        size += lds.back() * extents()[k][1 - along] + 1;
      }
      T* const memory = typed(take_memory(size));
      std::vector<detail::LocalBlock<T>> blocks;
      for (std::size_t k = 0; k < lds.size(); ++k)
        blocks.push_back({memory + starts[k], lds[k], side().order});
      a = BlockMatrix<T>::wrap(comm, *placement.block_map(), blocks);
    } else {
      a = BlockMatrix<T>(comm, *placement.block_map(), placement.replicas(),
                         {.order = side().order});
    }
    for (const LocalView<T>& block : a.blocks()) add(block);
    held_ = std::move(a);
  }

  void make_array(mpi::CommunicatorView comm) {
    const Place extent = extent_of(0);
    Block block;
    Index size = 1;
    for (int k = 0; k < side().ndims(); ++k) {
      const int d = side().order == StorageOrder::Fortran ? k : side().ndims() - 1 - k;
      block.strides[static_cast<std::size_t>(d)] = size;
      size *= extent[static_cast<std::size_t>(d)];
    }
    if (extents().empty()) size = 0;
    const Distribution distribution = side().distribution();
    DistArray<T> a = side().wrapped
                         ? DistArray<T>::wrap(comm, distribution, typed(take_memory(size)))
                         : DistArray<T>(comm, distribution);
    block.data = reinterpret_cast<std::byte*>(a.local().data());
    blocks_.push_back(block);
    held_ = std::move(a);
  }

  std::variant<DistMatrix<T>, BlockMatrix<T>, ReplicatedMatrix<T>, DistArray<T>> held_;
};

/// Both sides of a move; an in-place move has one.
struct Specimens {
  std::unique_ptr<Specimen> source, target;

  Specimens(mpi::CommunicatorView comm, const RandomMove& move);
  void fill() const;
};

/// The side of a move with elements of type T.
template <class T>
TypedSpecimen<T>& typed(const std::unique_ptr<Specimen>& specimen) {
  return static_cast<TypedSpecimen<T>&>(*specimen);
}

}  // namespace ashlar::test
