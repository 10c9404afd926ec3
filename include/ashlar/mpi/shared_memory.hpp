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
  Automatic,  ///< a segment that the node's ranks share, else the heap
  Shared,     ///< a shared segment or an error
  Heap        ///< memory of this rank alone
};
constexpr std::string_view to_string(StorageKind kind) {
  switch (kind) {
    case StorageKind::Shared: return "shared";
    case StorageKind::Heap: return "heap";
    case StorageKind::Automatic: break;
  }
  return "automatic";
}

/// A piece of memory inside a storage.
struct MemoryPart {
  std::byte* data = nullptr;
  Index bytes = 0;

  /// Pointer to the first of the objects of type T that the rank of the part made there.
  template <class T>
  T* as() const {
    return std::launder(reinterpret_cast<T*>(data));
  }
};

/// Memory for one object of every rank, taken from a pool by Context::allocate and given back by
/// the destructor.
///
/// Making one is collective; moving and destroying it are local, in any order and also after the
/// communicator was freed or MPI finalised: what is mapped stays so until its last user is gone.
/// Empty after a move.
class Storage {
 public:
  Storage() noexcept = default;
  /// Takes over one of the `users` of `segment`: the place of `my_part`.
  Storage(std::shared_ptr<Segment> segment, int my_part, bool is_shared, bool is_fresh) noexcept;
  Storage(Storage&& other) noexcept;
  Storage& operator=(Storage&& other) noexcept;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage();

  /// True if there is nothing here: default-made or moved from.
  bool is_null() const noexcept { return segment_ == nullptr; }

  /// This rank's part, at least 64-byte aligned. Not null, also for 0 bytes, unless the storage is
  /// empty.
  void* data() const noexcept { return mine_.data; }
  /// Bytes that this rank asked for.
  Index bytes() const noexcept { return mine_.bytes; }

  /// True if every rank of the node reaches the parts of all; the same on all ranks of the node.
  bool is_shared() const noexcept { return is_shared_; }
  /// True if every byte is zero because nobody used the memory before; the same on all ranks of the
  /// node.
  bool is_fresh() const noexcept { return is_fresh_; }

  /// The part of another rank of the node, at this rank's address of it. [local]
  /// @param node_rank  [local] rank in Context::node()
  /// @throws ArgumentError if the storage is not shared or there is no such rank
  MemoryPart part_of(int node_rank) const;

  /// Gives the memory back now; leaves the storage empty. [local]
  void release() noexcept;

 private:
  std::shared_ptr<Segment> segment_;
  MemoryPart mine_;
  bool is_shared_ = false;
  bool is_fresh_ = false;
};

/// Contents of a pool of memory.
struct PoolStatistics {
  Index live_bytes = 0;  ///< in use
  Index idle_bytes = 0;  ///< kept for the next user; at no time more than peak_bytes
  Index peak_bytes = 0;  ///< the most that was ever in use at once
  int segments = 0;      ///< live and idle ones
};

/// Memory of a context as this rank sees it.
struct MemoryStatistics {
  PoolStatistics shared;  ///< of the whole node
  PoolStatistics heap;    ///< of this rank alone
};

}  // namespace ashlar::mpi
