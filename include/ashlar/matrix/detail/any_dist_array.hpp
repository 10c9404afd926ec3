// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar::detail {

/// Type-erased DistArray with its collectives.
struct AnyDistArray : StoredObject {
  explicit AnyDistArray(ElementType type) : element(type) {}
  /// Attributes of `other`, no storage.
  AnyDistArray(ElementType type, const StoredObject& other) : element(type) { share(other); }

  static AnyDistArray make(mpi::CommunicatorView comm, const Distribution& distribution,
                           const StorageOptions& options, ElementType element);
  static AnyDistArray wrap(mpi::CommunicatorView comm, const Distribution& distribution,
                           std::byte* local, ElementType element);
  AnyDistArray copy() const;

  ElementType element;
  std::optional<Distribution> distribution;
  std::vector<int> coords;
  std::vector<Index> extents, strides;
  std::byte* local = nullptr;
  Index count = 0;  ///< elements of this rank

 private:
  struct Unbound {};
  AnyDistArray(Unbound, mpi::CommunicatorView comm, const Distribution& dealt, ElementType type);
  std::size_t local_bytes() const { return static_cast<std::size_t>(count * element.size()); }
};

}  // namespace ashlar::detail
