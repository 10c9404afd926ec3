// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <new>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>

#include "linalg/local/openblas.hpp"
#include "mpi/wait_in.hpp"

#include "schedule.hpp"

namespace ashlar::node {

/// Synchronisation of a communicator's ranks on one node by counters in shared memory. One per
/// communicator.
///
/// The crew of a routine, ranks 0 … crew_size() - 1, computes; the others wait for its end. All
/// ranks begin every routine in the same order, so each can compute the expected counter values.
class Room {
 public:
  /// @collective over `comm` the first time; later local
  static Room& of(mpi::CommunicatorView comm);
  static Room* if_made(mpi::Context& context) { return context.slot_if_made<Room>(key); }

  explicit Room(mpi::Context& context);

  /// True if all ranks are on one node and can read each other's segments. [same]
  bool is_available() const { return is_available_; }
  int rank() const { return context_.rank(); }
  int ranks() const { return context_.size(); }
  mpi::Context& context() const { return context_; }

  /// A crew of one needs no shared memory. [same]
  /// @collective over the communicator after a routine that failed; else local
  void begin(int crew_size);
  /// Marks the end of a routine's allocations: within mpi::together all ranks throw the exception
  /// of one. To be called before the crew synchronises.
  /// @collective over the communicator within together, else local
  void ready() const { mpi::detail::meet(context_.comm()); }
  int crew_size() const { return crew_size_; }
  bool is_in_crew() const { return rank() < crew_size_; }

  /// Publishes the completion of `step`, which must not decrease.
  void finish(Index step) {
    if (is_available_) counters_.raise(steps, value_of(step + 1));
  }
  /// True if `rank` has completed `step`.
  bool has_done(int rank, Index step) const {
    return !is_available_ || counters_.value(rank, steps) >= value_of(step + 1);
  }
  /// Waits until `rank` has completed `step`.
  /// @throws ForeignError  if a rank failed
  void wait_for(int rank, Index step) {
    if (is_available_) wait(rank, steps, value_of(step + 1));
  }
  /// Barrier of the crew.
  /// @throws ForeignError  if a rank failed
  void meet();
  /// Barrier of the team of panel k. `number` must increase from each team of a rank to its next.
  /// @throws ForeignError  if a rank failed
  void meet_team(const Teams& teams, int k, Index number);
  /// Every rank waits for the crew. Without shared memory, results of its only rank must still be
  /// sent.
  /// @throws ForeignError  if a rank failed
  void end();

  /// One step of a polling loop on local memory.
  void idle(int& turns) const { counters_.idle(turns); }

  /// Makes the other ranks throw in this routine, after a failure here. [local]
  void poison(ErrorKind kind) noexcept {
    if (!is_available_) return;
    counters_.poison(kind);
    has_failed_ = true;
  }
  /// Resets the counters at the next routine; for all ranks after a failure.
  void has_failed_everywhere() noexcept { has_failed_ = true; }

 private:
  static constexpr const char* key = "linalg.node";
  enum Counter { meetings, steps, team_meetings, count };

  // Larger than the values of earlier routines.
  std::uint64_t value_of(Index n) const {
    return (routine_ << 32U) + static_cast<std::uint64_t>(n);
  }

  void wait(int rank, Counter counter, std::uint64_t value);

  mpi::Context& context_;
  mpi::NodeCounters counters_;
  std::uint64_t routine_ = 0;
  Index meetings_ = 0;
  int crew_size_ = 1;
  bool is_available_ = false;
  bool has_failed_ = false;
};

/// Runs `f`, this rank's part of a routine; an exception makes the other ranks throw instead of
/// waiting forever.
/// @throws the exception of `f`; OutOfMemory for std::bad_alloc. If another rank fails: OutOfMemory
/// or ForeignError
template <class F>
void guarded(Room& room, F&& f) {
  try {
    const local::BlasThreads threads;
    f();
  } catch (const std::bad_alloc&) {
    room.poison(ErrorKind::OutOfMemory);
    throw OutOfMemory("out of memory in a routine of linear algebra", 0);
  } catch (const Error& error) {
    room.poison(error.kind());
    throw;
  } catch (...) {
    room.poison(ErrorKind::Other);
    throw;
  }
}

}  // namespace ashlar::node
