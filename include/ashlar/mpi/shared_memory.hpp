// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <string_view>

#include <ashlar/base/index.hpp>

namespace ashlar::mpi {

class Segment;

/// Origin of storage.
enum class StorageKind {
  Automatic,  ///< shared memory of the node, else the heap
  Shared,     ///< shared memory, else an error
  Heap        ///< private memory of this rank
};
constexpr std::string_view to_string(StorageKind kind) {
  switch (kind) {
    case StorageKind::Shared: return "shared";
    case StorageKind::Heap: return "heap";
    case StorageKind::Automatic: break;
  }
  return "automatic";
}

namespace detail {

/// Part of a storage.
struct MemoryPart {
  std::byte* data = nullptr;
  Index bytes = 0;

  /// Pointer to the T objects that the owner of the part created.
  template <class T>
  T* as() const {
    return std::launder(reinterpret_cast<T*>(data));
  }
};

}  // namespace detail

/// Memory of one distributed object, from a pool: allocated by Context::allocate, returned by the
/// destructor.
///
/// Allocation is collective. Move and destruction are local, in any order, also after MPI_Comm_free
/// or MPI_Finalize: a mapping lasts until its last user is destroyed.
class Storage {
 public:
  Storage() noexcept = default;
  /// Takes over part `my_part` of `segment`.
  Storage(std::shared_ptr<Segment> segment, int my_part, bool is_shared, bool is_fresh) noexcept;
  Storage(Storage&& other) noexcept;
  Storage& operator=(Storage&& other) noexcept;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage();

  /// True after default construction or a move.
  bool is_null() const noexcept { return segment_ == nullptr; }

  /// Part of this rank, aligned to at least 64 bytes; null only if is_null().
  void* data() const noexcept { return mine_.data; }
  /// Requested bytes of this rank.
  Index bytes() const noexcept { return mine_.bytes; }

  /// True if all ranks of the node can access all parts; equal on the node.
  bool is_shared() const noexcept { return is_shared_; }
  /// True if every byte is zero, since the memory was not used before; equal on the node.
  bool is_fresh() const noexcept { return is_fresh_; }

  /// Part of another rank of the node, at its address in this process. [local]
  /// @param node_rank  [local] rank in Context::node()
  /// @throws ArgumentError if the storage is not shared or the rank does not exist
  detail::MemoryPart part_of(int node_rank) const;

  /// Returns the memory to the pool; is_null() afterwards. [local]
  void release() noexcept;

 private:
  void swap(Storage& other) noexcept;

  std::shared_ptr<Segment> segment_;
  detail::MemoryPart mine_;
  bool is_shared_ = false;
  bool is_fresh_ = false;
};

/// Statistics of a memory pool.
struct PoolStatistics {
  Index live_bytes = 0;  ///< in use
  Index idle_bytes = 0;  ///< kept for reuse; at most peak_bytes plus 8 MiB per rank
  Index peak_bytes = 0;  ///< maximum of live_bytes
  int segments = 0;      ///< live and idle
};

/// Memory pools of a context on this rank.
struct MemoryStatistics {
  PoolStatistics shared;  ///< of the whole node
  PoolStatistics heap;    ///< of this rank
};

}  // namespace ashlar::mpi
