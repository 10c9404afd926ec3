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

namespace ashlar::mpi {

class SegmentPool;
class ThreadGuard;

/// The ranks of one row and of one column of a process grid. Both are null on a rank outside the
/// grid.
struct GridCommunicators {
  Communicator row;  ///< the ranks of my grid row; the rank there is the column coordinate
  Communicator col;  ///< the ranks of my grid column; the rank there is the row coordinate
};

/// Everything of the library that belongs to a user's communicator, as one attribute of it: a
/// duplicate for our messages, the communicators of the node and of grid rows and columns, the pool
/// of memory, and slots where upper floors keep what must live as long.
///
/// The variables ASHLAR_... of the environment are read and checked on every rank when a context is
/// made, and those of rank 0 hold for all: ASHLAR_SHARED_MEMORY=off keeps all storage on the heap,
/// ASHLAR_RANKS_PER_NODE=k treats each k ranks of a node as a node of their own, and
/// ASHLAR_PROCESSORS_PER_NODE=k says how many processors a node's ranks share, where that is not
/// what the system lets them use, as under a quota. docs/running.md has the others.
///
/// Made by the first `of`, released when the user's communicator is freed, or at the start of
/// MPI_Finalize. The user's communicator is only asked for the attribute; messages go over comm().
class Context {
 public:
  /// The context of `user`.
  /// @collective over `user` the first time; local and O(1) from then on. A context's own comm()
  /// has that context.
  /// @throws ArgumentError on the null communicator and on intercommunicators, where MPI is not
  /// running, and while another thread makes the context; MpiError
  static Context& of(CommunicatorView user);
  /// The same if it was made before, else null, as where MPI is not running. [local]
  static Context* find(CommunicatorView comm);
  /// True if `comm` is the communicator that this was made of, or comm(). [local]
  bool is_of(CommunicatorView comm) const { return comm == user_ || comm == comm_; }

  /// Releases all contexts, newest first; handles that others keep stay valid as storage does.
  /// MPI_Finalize does it.
  /// @collective over all processes
  static void release_all() noexcept;

  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Our duplicate of the user's communicator; returns errors (MPI_ERRORS_RETURN).
  CommunicatorView comm() const noexcept { return comm_.view(); }
  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }

  /// The ranks of comm() that share this rank's memory, in the same order.
  CommunicatorView node() const noexcept { return node_.view(); }
  int node_rank() const noexcept { return node_rank_; }
  int node_size() const noexcept { return static_cast<int>(node_ranks_.size()); }
  /// True if all ranks of comm() are on one node; the same on all ranks.
  bool is_single_node() const noexcept { return node_size() == size_; }
  /// Ranks in comm() of this node's ranks, ascending: node_ranks()[r] is rank r of node().
  const std::vector<int>& node_ranks() const noexcept { return node_ranks_; }
  /// Rank in node() of the rank `rank` of comm(), or nothing if it is on another node. [local]
  /// O(log node size)
  std::optional<int> node_rank_of(int rank) const;
  /// True if more ranks than processors share this node, so that a waiting rank should yield.
  bool is_oversubscribed() const noexcept { return is_oversubscribed_; }

  /// The communicators of the rows and columns of the grid `ranks`.
  /// @collective over comm() the first time for a grid, then local
  /// @param ranks  [same] all its ranks must exist
  /// @throws ArgumentError if comm() is too small
  const GridCommunicators& grid_communicators(const RankMap& ranks);

  /// A number that was not given before, from 1 on: the same on all ranks, which must ask alike.
  /// [local]
  Index next_number() noexcept { return ++last_number_; }

  /// Memory for every rank: from the node's shared pool, else from the rank's own.
  ///
  /// A segment that nobody uses any more is used again if it fits, so memory is zero only if
  /// is_fresh(). A node where sharing is refused falls back to the heap on its own.
  /// @collective over comm(); ranks that need nothing ask for 0 bytes
  /// @param my_bytes  [local] at least 0
  /// @param wanted    [same]
  /// @throws OutOfMemory on all ranks, before anything is touched, if a node has not that much
  /// left; ArgumentError if some `my_bytes` is negative, or for StorageKind::Shared where sharing
  /// is refused
  /// @cost   a gather and a broadcast within the node and, unless a segment is reused on a single
  /// node, an Allreduce. Fresh pages cost about ten times a copy of the same bytes; used ones
  /// nothing
  Storage allocate(Index my_bytes, StorageKind wanted = StorageKind::Automatic);

  /// Set when the context is released, so that what outlives it can tell.
  std::shared_ptr<const std::atomic<bool>> release_flag() const noexcept { return is_released_; }

  /// The thread that is in a collective call.
  ThreadGuard& threads() noexcept { return *threads_; }

  /// Why the node's ranks do not share memory; empty if they do, or if nobody asked yet.
  const std::string& refusal() const noexcept;
  /// Memory that the pools hold now. [local]
  MemoryStatistics memory() const;
  /// Gives idle memory back to the system. @collective over comm()
  void trim();

  /// Object that an upper floor keeps under `key`, made by `make()` when it is first asked for. It
  /// dies with the context, newest slot first, while all communicators are still there.
  /// @param key   [same] "floor.name"
  /// @param make  returns a V; is called at most once
  /// @throws ArgumentError if the slot holds another type
  /// @collective  only as far as `make` is
  /// @example auto& cache = context.slot<PlanCache>("move.plans", [&] { return PlanCache(64); });
  template <class V, class Make>
  V& slot(const std::string& key, Make&& make) {
    if (void* found = find_slot(key, typeid(V))) return *static_cast<V*>(found);
    return fill<V>(empty_slot<V>(key), std::forward<Make>(make));
  }
  /// The same for an object that all ranks make together: either all have it afterwards or none.
  /// @param make  throws on all ranks or none
  /// @collective over comm() the first time
  template <class V, class Make>
  V& shared_slot(const std::string& key, Make&& make) {
    if (void* found = find_slot(key, typeid(V))) return *static_cast<V*>(found);
    return fill<V>(together(comm(), [&] { return empty_slot<V>(key); }), std::forward<Make>(make));
  }
  /// The object under `key`, null if it was not made. [local]
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
  /// Memory of an object that is yet to be made.
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

  /// All memory of a slot, so that nothing can fail once its object is made.
  template <class V>
  static Slots empty_slot(const std::string& key) {
    Slots one;
    one.push_back({key, typeid(V), std::make_shared<Room<V>>()});
    return one;
  }
  template <class V, class Make>
  V& fill(Slots one, Make&& make) {
    auto& room = *static_cast<Room<V>*>(one.front().value.get());
    // In place: V may be unable to move.
    room.value = new (room.bytes) V(std::forward<Make>(make)());
    one.front().object = room.value;
    slots_.splice(slots_.end(), one);
    return *room.value;
  }

  struct Grid {
    RankMap ranks;
    GridCommunicators communicators;
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
  std::unique_ptr<ThreadGuard> threads_;
  std::string refusal_;
  std::vector<int> node_ranks_;
  // Released from the last to the first.
  Communicator comm_;
  Communicator node_;
  std::vector<std::unique_ptr<Grid>> grids_;
  std::unique_ptr<SegmentPool> shared_pool_;
  std::unique_ptr<SegmentPool> heap_pool_;
  Slots slots_;
};

}  // namespace ashlar::mpi
