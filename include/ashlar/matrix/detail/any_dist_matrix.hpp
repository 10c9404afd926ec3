// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/matrix/detail/any_block.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar::detail {

/// Type-erased DistMatrix with its collectives.
struct AnyDistMatrix : StoredObject {
  explicit AnyDistMatrix(ElementType type) : element(type) {}
  /// Attributes of `other`, no storage.
  AnyDistMatrix(ElementType type, const StoredObject& other) : element(type) { share(other); }

  static AnyDistMatrix make(mpi::CommunicatorView comm, const Layout& layout,
                            const StorageOptions& options, ElementType element);
  static AnyDistMatrix wrap(mpi::CommunicatorView comm, const Layout& layout,
                            const LocalBlock<std::byte>& local, ElementType element);
  static AnyDistMatrix wrap(mpi::CommunicatorView comm, const RankMap& ranks,
                            const Descriptor& descriptor, std::byte* local, ElementType element);
  AnyDistMatrix copy() const;
  /// Broadcasts element (i, j) into `value`.
  void broadcast(Index i, Index j, std::byte* value) const;
  Index ld() const { return order == StorageOrder::Fortran ? local.col_stride : local.row_stride; }

  StorageOrder order = StorageOrder::Fortran;
  ElementType element;
  Layout layout;
  std::optional<Coord> coord;
  AnyBlock local;

 private:
  struct Unbound {};
  AnyDistMatrix(Unbound, mpi::CommunicatorView comm, const Layout& of, StorageOrder storage_order,
                ElementType type);
  Shape local_shape() const { return {local.rows, local.cols}; }
  void set_leading_dimension(Index ld);
  void copy_block(const AnyDistMatrix& from);
};

}  // namespace ashlar::detail
