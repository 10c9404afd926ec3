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

/// Counters in shared memory that synchronise the ranks of a node: each rank raises its own, others
/// wait for them.
///
/// Counters have separate cache lines. Writes to shared memory before `raise` are visible after the
/// matching `wait`. A failing rank calls `poison` to end all waits.
/// @example each run k: counters.raise(arrived, k); for (int r : partners) counters.wait(r,
/// arrived, k);
class NodeCounters {
 public:
  /// No counters.
  NodeCounters() noexcept = default;
  /// `count` counters per rank of the node, initially 0. @collective over context.comm()
  /// @param count  [same] at least 1
  /// @throws OutOfMemory
  NodeCounters(Context& context, int count);

  /// False without shared memory (use messages then). Equal on the node.
  bool is_available() const noexcept { return storage_.is_shared(); }

  /// Sets `counter` of this rank, with release order. Values must not decrease. [local]
  void raise(int counter, std::uint64_t value) noexcept;
  /// Current value, with acquire order. [local]
  std::uint64_t value(int node_rank, int counter) const noexcept;
  /// Waits until the counter is at least `value`; yields on oversubscribed nodes.
  /// @throws ForeignError or OutOfMemory if a rank of the node poisoned the counters
  void wait(int node_rank, int counter, std::uint64_t value) const;

  /// One iteration of a caller's loop over several counters; yields increasingly.
  /// @param steps  iterations since the last event, incremented
  /// @throws ForeignError or OutOfMemory if a rank of the node poisoned the counters
  void idle(int& steps) const;

  /// Ends all present and future waits on the node by an exception. [local]
  /// @param kind  type of the exception: OutOfMemory, all others as ForeignError
  void poison(ErrorKind kind = ErrorKind::Other) noexcept;
  bool is_poisoned() const noexcept;

 private:
  struct alignas(64) Line {
    std::atomic<std::uint64_t> value{0};
  };

  Line& line(int node_rank, int counter) const noexcept;

  CommunicatorView comm_;
  Storage storage_;
  int node_rank_ = 0;
  int count_ = 0;
  bool yields_at_once_ = false;
};

}  // namespace ashlar::mpi
