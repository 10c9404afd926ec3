// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/placement.hpp>
#include <ashlar/matrix/detail/any_block.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar::detail {

/// Type-erased BlockMatrix with its collectives.
struct AnyBlockMatrix : StoredObject {
  explicit AnyBlockMatrix(ElementType type) : element(type) {}
  /// Attributes of `other`, no storage.
  AnyBlockMatrix(ElementType type, const StoredObject& other) : element(type) { share(other); }

  static AnyBlockMatrix make(mpi::CommunicatorView comm, const Placement& placement,
                             const StorageOptions& options, ElementType element);
  static AnyBlockMatrix wrap(mpi::CommunicatorView comm, const BlockMap& map,
                             const std::vector<LocalBlock<std::byte>>& blocks, ElementType element);
  AnyBlockMatrix copy() const;

  ElementType element;
  Placement placement{BlockMap()};
  StorageOrder order = StorageOrder::Fortran;  ///< of all blocks
  int member = -1;                             ///< rank in its group; -1: none
  std::vector<AnyBlock> blocks;

 private:
  struct Unbound {};
  AnyBlockMatrix(Unbound, mpi::CommunicatorView comm, const Placement& of,
                 StorageOrder storage_order, ElementType type);
  const BlockMap& map() const { return *placement.block_map(); }
  std::span<const BlockAt> own_blocks() const { return map().blocks_of(member); }
};

}  // namespace ashlar::detail
