// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/matrix/detail/any_matrix.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/matrix/matrix_view.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar {

/// Matrix distributed by a BlockMap. All blocks have one storage order. The blocks of a rank are
/// packed in owned memory, or separate in the caller's memory.
///
/// Construction and destruction are as for DistMatrix; copy_into redistributes.
template <class T>
class BlockMatrix : public detail::TypedMatrix {
 public:
  using Value = T;

  /// Empty matrix without communicator. [local]
  BlockMatrix() : BlockMatrix(detail::AnyMatrix(element_type(), BlockMap())) {}

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
      : BlockMatrix(detail::AnyMatrix::make("BlockMatrix", comm, Placement(map, replicas), options,
                                            element_type())) {}

  /// Deep copy in new storage of the same order. @collective over comm()
  BlockMatrix copy() const { return BlockMatrix(any_.copy("BlockMatrix::copy")); }

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
    return BlockMatrix(
        detail::AnyMatrix::wrap("BlockMatrix::wrap", comm, map, of_bytes, element_type()));
  }
  /// `wrap` for read-only memory. @collective over `comm`
  static ReadOnly<BlockMatrix> wrap_const(mpi::CommunicatorView comm, const BlockMap& map,
                                          const std::vector<detail::LocalBlock<const T>>& blocks) {
    std::vector<detail::LocalBlock<T>> read;
    for (const detail::LocalBlock<const T>& block : blocks) read.push_back(detail::writable(block));
    return ReadOnly(wrap(comm, map, read));
  }

  const BlockMap& map() const { return *placement().block_map(); }
  const Replicas& replicas() const { return placement().replicas(); }

  /// Number of this rank's blocks; block_at(k) is the position of block(k). [local]
  Index block_count() const { return any_.blocks.size(); }
  LocalView<T> block(Index k) { return memory_of(k); }
  LocalView<const T> block(Index k) const { return memory_of(k); }
  BlockAt block_at(Index k) const { return any_.own_blocks()[static_cast<std::size_t>(k)]; }
  std::vector<LocalView<T>> blocks() { return all_blocks<T>(); }
  std::vector<LocalView<const T>> blocks() const { return all_blocks<const T>(); }

  /// Pointer to element (i, j) on its owner, else null. [local]
  /// @throws ArgumentError if (i, j) is outside
  T* find(Index i, Index j) { return place_of(i, j); }
  const T* find(Index i, Index j) const { return place_of(i, j); }
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

  explicit BlockMatrix(detail::AnyMatrix&& made) noexcept : detail::TypedMatrix(std::move(made)) {}

  LocalView<T> memory_of(Index k) const {
    return any_.blocks[static_cast<std::int32_t>(k)].template as<T>();
  }
  template <class U>
  std::vector<LocalView<U>> all_blocks() const {
    std::vector<LocalView<U>> views;
    for (const detail::AnyBlock& block : any_.blocks) views.push_back(block.template as<U>());
    return views;
  }

  T* place_of(Index i, Index j) const {
    detail::check_index("BlockMatrix::find", i, j, shape());
    const BlockAt at = map().block_of(i, j);
    if (map().owner(at) != any_.member) return nullptr;
    const Section section = map().section_of(at);
    return memory_of(map().place_of(at)).at(i - section.rows.first, j - section.cols.first);
  }
};

}  // namespace ashlar
