// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/layout/distribution.hpp>
#include <ashlar/matrix/detail/stored_object.hpp>
#include <ashlar/matrix/storage_options.hpp>

namespace ashlar::detail {

/// Untyped DistArray with its collectives.
struct AnyDistArray : StoredObject {
  /// Empty array without communicator. [local]
  explicit AnyDistArray(ElementType type) : element(type) {}
  AnyDistArray(AnyDistArray&& other) noexcept : AnyDistArray(other.element) { swap(other); }
  AnyDistArray& operator=(AnyDistArray&& other) noexcept {
    AnyDistArray(std::move(other)).swap(*this);
    return *this;
  }
  ~AnyDistArray() = default;

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
  AnyDistArray(Unbound, mpi::CommunicatorView comm, const Distribution& given, ElementType type);
  void swap(AnyDistArray& other) noexcept;
  std::size_t local_bytes() const { return static_cast<std::size_t>(count * element.size()); }
};

}  // namespace ashlar::detail
