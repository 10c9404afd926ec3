// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/matrix/placed_view.hpp>

namespace ashlar {

/// A block in the caller's memory: column-major with a leading dimension of its own.
template <class T>
struct LocalBlock {
  T* data = nullptr;
  Index ld = 0;  ///< elements from one column to the next, >= max(1, rows)
};

/// A matrix cut anywhere, any block on any rank (see BlockMap). Each block is column-major; all of
/// a rank lie packed in memory that the matrix owns, or each where the caller has it.
///
/// Made, copied, moved and destroyed like a DistMatrix. copy_into moves between it and matrices of
/// any other kind.
template <Element T>
class BlockMatrix {
 public:
  using Value = T;

  /// The empty matrix of no communicator; only good for assigning to. [local]
  BlockMatrix() = default;

  /// A new matrix, zero unless `options` say otherwise.
  /// @param map  [same] which rank keeps which block
  /// @throws ArgumentError  if `comm` has not all the ranks
  /// @throws OutOfMemory    on all ranks, if one of them cannot have its blocks
  /// @collective over `comm`
  BlockMatrix(mpi::CommunicatorView comm, const BlockMap& map, StorageOptions options = {})
      : BlockMatrix(comm, map, Copies(), options) {}
  /// The same in several copies: each group of ranks of `copies` [same] keeps one.
  BlockMatrix(mpi::CommunicatorView comm, const BlockMap& map, const Copies& copies,
              StorageOptions options = {});

  /// A deep copy with owned storage. @collective
  BlockMatrix(const BlockMatrix& other);
  BlockMatrix& operator=(const BlockMatrix& other) {
    return this == &other ? *this : *this = BlockMatrix(other);
  }
  BlockMatrix(BlockMatrix&& other) noexcept { swap(other); }
  BlockMatrix& operator=(BlockMatrix&& other) noexcept {
    BlockMatrix(std::move(other)).swap(*this);
    return *this;
  }
  ~BlockMatrix() = default;

  /// A matrix in the caller's own memory, which must outlive it; nothing is copied.
  /// @param blocks  [local] this rank's blocks in the order of map.blocks_of(rank)
  /// @throws ArgumentError on all ranks, if there are more or fewer blocks, or a pointer or leading
  /// dimension is wrong on one of them
  /// @collective over `comm`
  static BlockMatrix wrap(mpi::CommunicatorView comm, const BlockMap& map,
                          const std::vector<LocalBlock<T>>& blocks);

  const BlockMap& map() const { return *placement_.block_map(); }
  const Copies& copies() const { return placement_.copies(); }
  const Placement& placement() const { return placement_; }
  Shape shape() const { return map().shape(); }
  mpi::CommunicatorView comm() const { return comm_; }

  /// This rank's blocks: block(k) is the k-th, block_at(k) says which one that is. [local]
  Index block_count() const { return std::ssize(blocks_); }
  LocalView<T> block(Index k) { return blocks_[static_cast<std::size_t>(k)]; }
  LocalView<const T> block(Index k) const { return blocks_[static_cast<std::size_t>(k)]; }
  BlockAt block_at(Index k) const { return own_blocks()[static_cast<std::size_t>(k)]; }
  const std::vector<LocalView<T>>& blocks() { return blocks_; }
  std::vector<LocalView<const T>> blocks() const { return {blocks_.begin(), blocks_.end()}; }

  /// True if the blocks lie in the caller's own memory. [same]
  bool is_wrapped() const { return storage_.is_empty(); }
  /// Storage of the blocks; an empty handle when it is the caller's memory.
  const mpi::Storage& storage() const { return storage_; }
  /// Its serial number on its communicator, as DistMatrix::number. [same]
  Index number() const { return number_; }

  /// Pointer to element (i, j) if this rank owns it, else null. [local]
  /// @throws ArgumentError if (i, j) is outside
  T* find(Index i, Index j);
  const T* find(Index i, Index j) const;
  /// Sets element (i, j) where it lives, in every copy; others ignore the call. [local]
  /// @throws ArgumentError if (i, j) is outside
  void set(Index i, Index j, T value);

  /// Every element becomes f(i, j) of its global indices. [local] f: (Index, Index) -> T
  template <class F>
  void fill_with(F&& f) {
    for (Index k = 0; k < block_count(); ++k) {
      const Section section = map().section_of(block_at(k));
      const LocalView<T> memory = block(k);
      for (Index j = 0; j < memory.cols; ++j)
        for (Index i = 0; i < memory.rows; ++i)
          memory(i, j) = static_cast<T>(f(section.rows.first + i, section.cols.first + j));
    }
  }
  /// Every element becomes `value`. [local]
  void fill(T value) {
    fill_with([value](Index, Index) { return value; });
  }

  /// The rectangle rows x cols of this matrix, without a copy.
  /// @throws ArgumentError if a range is outside the matrix or backwards
  PlacedView<BlockMatrix> view(Range rows, Range cols) { return {*this, {rows, cols}}; }
  PlacedView<const BlockMatrix> view(Range rows, Range cols) const { return {*this, {rows, cols}}; }

 private:
  /// A matrix whose blocks are yet to come.
  struct Unbound {};
  BlockMatrix(Unbound, mpi::CommunicatorView comm, const Placement& placement);
  std::span<const BlockAt> own_blocks() const;
  void swap(BlockMatrix& other) noexcept;

  mpi::CommunicatorView comm_;
  Placement placement_{BlockMap()};
  int member_ = -1;  // rank in its group, or none
  mpi::Storage storage_;
  std::vector<LocalView<T>> blocks_;
  mpi::StorageKind kind_ = mpi::StorageKind::Automatic;
  Index number_ = 0;
};

}  // namespace ashlar
