// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/shared_memory.hpp>

namespace ashlar::mpi {

class Context;

/// Counters by which the ranks of a node meet without messages: each rank raises its own, the
/// others wait for them.
///
/// Every counter has a cache line of its own. What a rank wrote to shared memory before `raise` is
/// visible to whoever waited for the raised value. Ranks that must not wait for ever call `poison`
/// when they fail.
/// @example each run k: counters.raise(arrived, k); for (int r : partners) counters.wait(r,
/// arrived, k);
class NodeCounters {
 public:
  /// No counters; only good for assigning to.
  NodeCounters() noexcept = default;
  /// `count` counters for each rank of the node, all 0. @collective over context.comm()
  /// @param count  [same] at least 1
  /// @throws OutOfMemory
  NodeCounters(Context& context, int count);

  /// True if the node's ranks can meet here. If not (sharing is refused), use messages. Same on the
  /// whole node.
  bool is_available() const noexcept { return storage_.is_shared(); }

  /// Sets this rank's `counter`, with release order. Values must not fall. [local]
  void raise(int counter, std::uint64_t value) noexcept;
  /// Adds one to this rank's `counter` and returns the new value. [local]
  std::uint64_t raise(int counter) noexcept;
  /// The counter as it is now, with acquire order. [local]
  std::uint64_t value(int node_rank, int counter) const noexcept;
  /// Returns once the counter of `node_rank` is at least `value`; yields the processor where ranks
  /// outnumber them.
  /// @throws ForeignError or OutOfMemory if a rank of the node poisoned the counters
  void wait(int node_rank, int counter, std::uint64_t value) const;

  /// One step of a waiting loop of the caller's own, that looks at several counters: lets others
  /// have the processor, the more the longer it lasts.
  /// @param steps  how many steps there were since something happened; counted on
  /// @throws ForeignError or OutOfMemory if a rank of the node poisoned the counters
  void idle(int& steps) const;

  /// Makes every wait on these counters throw, now and later, on all ranks of the node. [local]
  /// @param kind  of the failure: OutOfMemory is thrown as that, all others as ForeignError
  void poison(ErrorKind kind = ErrorKind::Other) noexcept;
  bool is_poisoned() const noexcept;

 private:
  struct alignas(64) Line {
    std::atomic<std::uint64_t> value{0};
  };

  Line& line(int node_rank, int counter) const noexcept;

  /// Lets MPI go on with what is under way.
  void progress() const;

  CommunicatorView comm_;
  Storage storage_;
  int node_rank_ = 0;
  int count_ = 0;
  bool yields_at_once_ = false;
};

}  // namespace ashlar::mpi
