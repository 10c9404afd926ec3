// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/node_counters.hpp>

namespace ashlar::node {

/// Where the ranks of a communicator meet while they compute together on one node: a few counters
/// in shared memory, which only grow, from routine to routine. One for a communicator.
///
/// Every rank takes part in every routine in the same order, so that each can count for itself
/// where the others will stand.
class Room {
 public:
  /// @collective over `comm` the first time; later local
  static Room& of(mpi::CommunicatorView comm);

  explicit Room(mpi::Context& context);

  /// Whether all ranks are on one node and can read each other's segments. [same]
  bool is_available() const { return is_available_; }
  int rank() const { return context_.rank(); }
  int ranks() const { return context_.size(); }
  mpi::Context& context() { return context_; }

  /// Waits until all ranks are here. What each wrote before, all see after.
  /// @throws ForeignError  if a rank failed while it computed
  void meet();

  /// Begins a routine of `number` steps, numbered from 0, of which each is done by one rank. [same]
  void begin_steps(Index number) {
    begin_ = end_;
    end_ += static_cast<std::uint64_t>(number);
  }
  /// Tells the others that this rank has done `step`. A rank's steps must not fall.
  void finish(Index step) { counters_.raise(steps, begin_ + static_cast<std::uint64_t>(step) + 1); }
  /// Waits until `rank` has done `step` or a later one.
  void wait_for(int rank, Index step) {
    counters_.wait(rank, steps, begin_ + static_cast<std::uint64_t>(step) + 1);
  }

  /// Makes the others throw, now and later; for a rank that fails between meetings. [local]
  void poison() noexcept { counters_.poison(); }

 private:
  enum Counter { meetings, steps, count };

  mpi::Context& context_;
  mpi::NodeCounters counters_;
  std::uint64_t my_meetings_ = 0;
  std::uint64_t begin_ = 0;  // what the counter says before the first step of this routine
  std::uint64_t end_ = 0;
  bool is_available_ = false;
};

/// Runs `f`, the part of a routine that computes between meetings: if it throws on this rank, the
/// others throw rather than wait for ever.
template <class F>
void guarded(Room& room, F&& f) {
  try {
    f();
  } catch (...) {
    room.poison();
    throw;
  }
}

}  // namespace ashlar::node
