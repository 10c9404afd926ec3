// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include <ashlar/base/detail/inline_vector.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/detail/any_block.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar::detail {

/// Untyped matrix of any placement, with its collectives. DistMatrix, BlockMatrix and
/// ReplicatedMatrix are typed faces of it. `function` is the caller's name in errors.
struct AnyMatrix : StoredObject {
  /// Empty matrix without communicator. [local]
  AnyMatrix(ElementType type, Placement of);
  AnyMatrix(AnyMatrix&& other) noexcept;
  AnyMatrix& operator=(AnyMatrix&& other) noexcept;
  ~AnyMatrix() = default;

  static AnyMatrix make(const char* function, mpi::CommunicatorView comm,
                        const Placement& placement, const StorageOptions& options,
                        ElementType element);
  /// @param local  [local] blocks of this rank: one for a layout, also of an idle rank
  static AnyMatrix wrap(const char* function, mpi::CommunicatorView comm,
                        const Placement& placement, std::span<const LocalBlock<std::byte>> local,
                        ElementType element);
  static AnyMatrix wrap(const char* function, mpi::CommunicatorView comm, const RankMap& ranks,
                        const Descriptor& descriptor, std::byte* local, ElementType element);
  AnyMatrix copy(const char* function) const;
  /// Broadcasts element (i, j) of a layout into `value`.
  void broadcast(Index i, Index j, std::byte* value) const;
  /// One replica of a layout, in the same memory.
  AnyMatrix replica(int number) const;

  const Layout& layout() const { return *placement.layout(); }
  std::span<const BlockAt> own_blocks() const { return placement.block_map()->blocks_of(member); }

  ElementType element;
  Placement placement;
  StorageOrder order = StorageOrder::Fortran;  ///< of all blocks
  int member = -1;                             ///< rank in its group; -1: none
  std::optional<Coord> coord;                  ///< grid position in a layout
  InlineVector<AnyBlock, 1> blocks;            ///< one for a layout

 private:
  struct Unbound {};
  AnyMatrix(Unbound, const char* function, mpi::CommunicatorView comm, const Placement& of,
            StorageOrder storage_order, ElementType type);
  void swap(AnyMatrix& other) noexcept;
  /// Shapes of this rank's blocks.
  InlineVector<Shape, 1> block_shapes() const;
};

/// Base of the typed matrices: their untyped matrix and its attributes.
class TypedMatrix : public TypedObject<AnyMatrix> {
 public:
  const Placement& placement() const { return any_.placement; }
  Shape shape() const { return placement().shape(); }
  Index rows() const { return shape().rows; }
  Index cols() const { return shape().cols; }
  /// Storage order of every local block. [same]
  StorageOrder storage_order() const { return any_.order; }

 protected:
  using TypedObject<AnyMatrix>::TypedObject;
};

}  // namespace ashlar::detail
