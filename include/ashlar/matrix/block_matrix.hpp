// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/matrix/detail/any_block_matrix.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar {

/// Matrix distributed by a BlockMap. All blocks have one storage order. The blocks of a rank are
/// packed in owned memory, or separate in the caller's memory.
///
/// Construction and destruction are as for DistMatrix; copy_into redistributes.
template <class T>
class BlockMatrix : public detail::StoredObject {
 public:
  using Value = T;

  /// Empty matrix without communicator. [local]
  BlockMatrix() = default;

  /// New matrix, zero by default.
  /// @param map  [same] ranks of the blocks
  /// @throws ArgumentError  if `comm` lacks ranks of the map
  /// @throws OutOfMemory    on all ranks, if one cannot allocate its blocks
  /// @collective over `comm`
  BlockMatrix(mpi::CommunicatorView comm, const BlockMap& map, StorageOptions options = {})
      : BlockMatrix(comm, map, Replicas(), options) {}
  /// Matrix with one replica per group of `replicas` [same].
  BlockMatrix(mpi::CommunicatorView comm, const BlockMap& map, const Replicas& replicas,
              StorageOptions options = {})
      : BlockMatrix(detail::AnyBlockMatrix::make(comm, Placement(map, replicas), options,
                                                 element_type())) {}

  BlockMatrix(const BlockMatrix&) = delete;             // take a.copy(), which is collective
  BlockMatrix& operator=(const BlockMatrix&) = delete;  // take a.copy(), which is collective
  BlockMatrix(BlockMatrix&& other) noexcept
      : detail::StoredObject(std::move(other)),
        placement_(std::exchange(other.placement_, Placement(BlockMap()))),
        order_(other.order_),
        member_(std::exchange(other.member_, -1)),
        blocks_(std::exchange(other.blocks_, {})) {}
  BlockMatrix& operator=(BlockMatrix&& other) noexcept {
    BlockMatrix(std::move(other)).swap(*this);
    return *this;
  }
  ~BlockMatrix() = default;

  /// Deep copy in new storage of the same order. @collective over comm()
  BlockMatrix copy() const { return BlockMatrix(untyped().copy()); }

  /// Matrix in the caller's memory, which must outlive it; no copy.
  /// @param blocks  [local] blocks in the order of map.blocks_of(rank), with one storage order on
  /// all ranks
  /// @throws ArgumentError on all ranks, if the number of blocks, or a pointer, leading dimension
  /// or order is wrong on any rank
  /// @collective over `comm`
  /// @example unequal row slabs of C arrays: wrap_rows
  static BlockMatrix wrap(mpi::CommunicatorView comm, const BlockMap& map,
                          const std::vector<detail::LocalBlock<T>>& blocks) {
    std::vector<detail::LocalBlock<std::byte>> of_bytes;
    for (const detail::LocalBlock<T>& block : blocks) of_bytes.push_back(detail::as_bytes(block));
    return BlockMatrix(detail::AnyBlockMatrix::wrap(comm, map, of_bytes, element_type()));
  }
  /// `wrap` for read-only memory. @collective over `comm`
  static ReadOnly<BlockMatrix> wrap_const(mpi::CommunicatorView comm, const BlockMap& map,
                                          const std::vector<detail::LocalBlock<const T>>& blocks) {
    std::vector<detail::LocalBlock<T>> read;
    for (const detail::LocalBlock<const T>& block : blocks) read.push_back(detail::writable(block));
    return ReadOnly(wrap(comm, map, read));
  }

  const BlockMap& map() const { return *placement_.block_map(); }
  const Replicas& replicas() const { return placement_.replicas(); }
  const Placement& placement() const { return placement_; }
  Shape shape() const { return map().shape(); }
  Index rows() const { return shape().rows; }
  Index cols() const { return shape().cols; }
  /// Storage order of every block. [same]
  StorageOrder storage_order() const { return order_; }

  /// Number of this rank's blocks; block_at(k) is the position of block(k). [local]
  Index block_count() const { return std::ssize(blocks_); }
  LocalView<T> block(Index k) { return blocks_[static_cast<std::size_t>(k)]; }
  LocalView<const T> block(Index k) const { return blocks_[static_cast<std::size_t>(k)]; }
  BlockAt block_at(Index k) const { return own_blocks()[static_cast<std::size_t>(k)]; }
  const std::vector<LocalView<T>>& blocks() { return blocks_; }
  std::vector<LocalView<const T>> blocks() const { return {blocks_.begin(), blocks_.end()}; }

  /// Pointer to element (i, j) on its owner, else null. [local]
  /// @throws ArgumentError if (i, j) is outside
  T* find(Index i, Index j) {
    const auto place = place_of(i, j);
    return place ? block(place->block).at(place->row, place->col) : nullptr;
  }
  const T* find(Index i, Index j) const {
    const auto place = place_of(i, j);
    return place ? block(place->block).at(place->row, place->col) : nullptr;
  }
  /// Sets element (i, j) if this rank has it, else does nothing. With replicas, the owner in each
  /// replica must call it. [local]
  /// @throws ArgumentError if (i, j) is outside
  void set(Index i, Index j, T value) {
    if (T* mine = find(i, j)) *mine = value;
  }

  /// Sets every element to f(i, j) of its global indices. [local] f: (Index, Index) -> T
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
  /// Sets every element to `value`. [local]
  void fill(T value) {
    fill_with([value](Index, Index) { return value; });
  }

  /// Submatrix without a copy.
  /// @throws ArgumentError if a range is outside the matrix or reversed
  detail::PlacedView<BlockMatrix> view(Range rows, Range cols) & { return {*this, {rows, cols}}; }
  detail::PlacedView<const BlockMatrix> view(Range rows, Range cols) const& {
    return {*this, {rows, cols}};
  }
  template <class Refused = T>
  detail::PlacedView<const BlockMatrix> view(Range, Range) const&& {
    detail::refuse_temporary<Refused>();
  }

 private:
  static_assert(detail::expect_storable<T>());
  static constexpr detail::ElementType element_type() { return detail::ElementType::of<T>(); }

  /// Type-erased reference to this matrix.
  detail::AnyBlockMatrix untyped() const {
    detail::AnyBlockMatrix result(element_type(), *this);
    result.placement = placement_;
    result.order = order_;
    result.member = member_;
    for (const LocalView<T>& block : blocks_) result.blocks.push_back(detail::AnyBlock::of(block));
    return result;
  }
  explicit BlockMatrix(detail::AnyBlockMatrix&& made)
      : detail::StoredObject(std::move(made)),
        placement_(std::move(made.placement)),
        order_(made.order),
        member_(made.member),
        blocks_(views_of(made.blocks)) {}
  static std::vector<LocalView<T>> views_of(const std::vector<detail::AnyBlock>& blocks) {
    std::vector<LocalView<T>> views;
    for (const detail::AnyBlock& block : blocks) views.push_back(block.as<T>());
    return views;
  }

  std::span<const BlockAt> own_blocks() const { return map().blocks_of(member_); }

  /// Block and local indices of an element of this rank.
  struct Place {
    Index block, row, col;
  };
  std::optional<Place> place_of(Index i, Index j) const {
    detail::check_index("BlockMatrix::find", i, j, shape());
    const BlockAt at = map().block_of(i, j);
    if (map().owner(at) != member_) return std::nullopt;
    const Section section = map().section_of(at);
    return Place{map().place_of(at), i - section.rows.first, j - section.cols.first};
  }

  void swap(BlockMatrix& other) noexcept {
    detail::StoredObject::swap(other);
    std::swap(placement_, other.placement_);
    std::swap(order_, other.order_);
    std::swap(member_, other.member_);
    std::swap(blocks_, other.blocks_);
  }

  Placement placement_{BlockMap()};
  StorageOrder order_ = StorageOrder::Fortran;
  int member_ = -1;  // rank in its group; -1: none
  std::vector<LocalView<T>> blocks_;
};

}  // namespace ashlar
