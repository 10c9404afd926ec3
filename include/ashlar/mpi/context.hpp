// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include <ashlar/layout/rank_map.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar::detail {
struct Settings;
}

namespace ashlar::mpi {

class SegmentPool;
class ThreadGuard;

namespace detail {

/// Row and column communicators of a process grid; null outside the grid.
struct GridCommunicators {
  Communicator row;  ///< this rank's grid row, ranked by column
  Communicator col;  ///< this rank's grid column, ranked by row
};

}  // namespace detail

/// State of the library for a user's communicator, attached as an MPI attribute: a duplicate for
/// all messages, communicators of the node and of grid rows and columns, memory pools, and slots
/// for objects of higher layers (move, linalg).
///
/// The constructor checks the ASHLAR_... environment variables (docs/running.md) on every rank; the
/// values of rank 0 apply.
///
/// Created by the first `of`, released by MPI_Comm_free of the user's communicator or at the start
/// of MPI_Finalize.
class Context {
 public:
  /// Context of `user`, which may be the comm() of that context.
  /// @collective over `user` the first time; then local and O(1)
  /// @throws ArgumentError on the null communicator and on intercommunicators, if MPI is not
  /// running, and while another thread creates the context; MpiError
  static Context& of(CommunicatorView user);
  /// Existing context; null before its creation and if MPI is not running. [local]
  static Context* find(CommunicatorView comm);
  /// True for the user's communicator and comm(). [local]
  bool is_of(CommunicatorView comm) const { return comm == user_ || comm == comm_; }

  /// Releases all contexts, newest first, as MPI_Finalize does. Storage stays valid.
  /// @collective over all processes
  static void release_all() noexcept;

  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Duplicate with MPI_ERRORS_RETURN.
  CommunicatorView comm() const noexcept { return comm_.view(); }
  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }

  /// Ranks of comm() on this node, in order.
  CommunicatorView node() const noexcept { return node_.view(); }
  int node_rank() const noexcept { return node_rank_; }
  int node_size() const noexcept { return static_cast<int>(node_ranks_.size()); }
  /// True if comm() has one node. [same]
  bool is_single_node() const noexcept { return node_size() == size_; }
  /// Ranks in comm() of the ranks of node(), ascending: node_ranks()[r] is rank r of node().
  const std::vector<int>& node_ranks() const noexcept { return node_ranks_; }
  /// Rank in node() of rank `rank` of comm(); empty on other nodes. [local] O(log node size)
  std::optional<int> node_rank_of(int rank) const;
  /// True if ranks outnumber processors on the node; waiting ranks yield.
  bool is_oversubscribed() const noexcept { return is_oversubscribed_; }

  /// Row and column communicators of a grid.
  /// @collective over comm() the first time for a grid, then local
  /// @param ranks  [same] ranks of comm()
  /// @throws ArgumentError if comm() is too small
  const detail::GridCommunicators& grid_communicators(const RankMap& ranks);

  /// Next serial number, from 1; equal on all ranks if they make the same calls. [local]
  Index next_number() noexcept { return ++last_number_; }

  /// Storage on every rank: shared by the node, else from the heap.
  ///
  /// Segments are reused, so memory is zero only if is_fresh().
  /// @collective over comm(); ranks without need pass 0 bytes
  /// @param my_bytes  [local] at least 0
  /// @param wanted    [same]
  /// @throws OutOfMemory on all ranks, before any modification, if a node lacks the memory;
  /// ArgumentError if some `my_bytes` is negative, or for StorageKind::Shared if a node refuses it
  /// @cost   a gather and a broadcast on the node and, unless a single node reuses a segment, an
  /// Allreduce. Fresh pages cost about ten times a copy of the same bytes, reused pages nothing
  Storage allocate(Index my_bytes, StorageKind wanted = StorageKind::Automatic);

  /// Flag set on release, for objects that outlive the context.
  std::shared_ptr<const std::atomic<bool>> release_flag() const noexcept { return is_released_; }

  /// Values of rank 0 of the environment variables. [same]
  const ashlar::detail::Settings& settings() const noexcept { return *settings_; }

  /// Thread of the current collective call.
  ThreadGuard& threads() noexcept { return *threads_; }

  /// Reason why the ranks of the node share no memory; empty if they do, or before the first
  /// request.
  const std::string& refusal() const noexcept;
  /// Memory of the pools. [local]
  MemoryStatistics memory() const;
  /// Returns idle memory to the system. @collective over comm()
  void trim();

  /// Object of a higher layer under `key`, created by `make()` on first access. Destroyed with the
  /// context, newest first, before the communicators.
  /// @param key   [same] "layer.name"
  /// @param make  returns a V; called at most once
  /// @throws ArgumentError if the slot has another type
  /// @collective  only if `make` is
  /// @example auto& cache = context.slot<PlanCache>("move.plans", [&] { return PlanCache(64); });
  template <class V, class Make>
  V& slot(const std::string& key, Make&& make) {
    if (void* found = find_slot(key, typeid(V))) return *static_cast<V*>(found);
    return fill<V>(empty_slot<V>(key), std::forward<Make>(make));
  }
  /// As slot; the object exists on all ranks or none.
  /// @param make  throws on all ranks or none
  /// @collective over comm() the first time
  template <class V, class Make>
  V& shared_slot(const std::string& key, Make&& make) {
    if (void* found = find_slot(key, typeid(V))) return *static_cast<V*>(found);
    return fill<V>(together(comm(), [&] { return empty_slot<V>(key); }), std::forward<Make>(make));
  }
  /// Object under `key`; null before its creation. [local]
  template <class V>
  V* slot_if_made(const std::string& key) const {
    return static_cast<V*>(find_slot(key, typeid(V)));
  }

 private:
  struct Slot {
    std::string key;
    std::type_index type;
    std::shared_ptr<void> value;
    void* object = nullptr;
  };
  using Slots = std::list<Slot>;
  template <class V>
  struct Room {
    Room() = default;
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    ~Room() {
      if (value != nullptr) value->~V();
    }
    alignas(V) std::byte bytes[sizeof(V)];
    V* value = nullptr;
  };

  /// Allocates the list node, so that insertion of the created object cannot fail.
  template <class V>
  static Slots empty_slot(const std::string& key) {
    Slots one;
    one.push_back({key, typeid(V), std::make_shared<Room<V>>()});
    return one;
  }
  template <class V, class Make>
  V& fill(Slots one, Make&& make) {
    auto& room = *static_cast<Room<V>*>(one.front().value.get());
    // In place: V may be immovable.
    room.value = new (room.bytes) V(std::forward<Make>(make)());
    one.front().object = room.value;
    slots_.splice(slots_.end(), one);
    return *room.value;
  }

  struct Grid {
    RankMap ranks;
    detail::GridCommunicators communicators;
  };
  class Registry;

  explicit Context(CommunicatorView user);
  ~Context();

  void* find_slot(const std::string& key, std::type_index type) const;

  CommunicatorView user_;
  int rank_ = 0;
  int size_ = 0;
  int node_rank_ = 0;
  bool is_oversubscribed_ = false;
  Index last_number_ = 0;
  std::shared_ptr<std::atomic<bool>> is_released_ = std::make_shared<std::atomic<bool>>(false);
  std::unique_ptr<const ashlar::detail::Settings> settings_;
  std::unique_ptr<ThreadGuard> threads_;
  std::string refusal_;
  std::vector<int> node_ranks_;
  // Released in reverse order.
  Communicator comm_;
  Communicator node_;
  std::vector<std::unique_ptr<Grid>> grids_;
  std::unique_ptr<SegmentPool> shared_pool_;
  std::unique_ptr<SegmentPool> heap_pool_;
  Slots slots_;
};

}  // namespace ashlar::mpi
