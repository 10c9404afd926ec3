// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <new>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>

#include "linalg/local/threads.hpp"
#include "mpi/innermost.hpp"

#include "schedule.hpp"

namespace ashlar::node {

/// Where the ranks of a communicator meet while they compute together on one node: counters in
/// shared memory. One for a communicator.
///
/// The crew of a routine are the ranks 0 … crew_size() - 1, which do the work; the others only wait
/// for its end. All ranks begin every routine, in the same order, so that each can tell by itself
/// what the others' counters will say.
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

  /// Begins a routine. A crew of one needs no shared memory. [same]
  /// @collective over the communicator after a routine that failed; else local
  void begin(int crew_size);
  /// All that a routine may fail to get on one rank alone is there: within mpi::together throws on
  /// all ranks what one of them threw. To be called before the crew waits for each other.
  /// @collective over the communicator within together, else local
  void ready() const { mpi::detail::meet(context_.comm()); }
  int crew_size() const { return crew_size_; }
  bool is_in_crew() const { return rank() < crew_size_; }

  /// Tells the crew that this rank has done `step`. A rank's steps must not fall.
  void finish(Index step) {
    if (is_available_) counters_.raise(steps, value_of(step + 1));
  }
  /// True if `rank` of the crew has done `step` or a later one.
  bool has_done(int rank, Index step) const {
    return !is_available_ || counters_.value(rank, steps) >= value_of(step + 1);
  }
  /// Waits until `rank` of the crew has done `step` or a later one.
  /// @throws ForeignError  if a rank failed while it computed
  void wait_for(int rank, Index step) {
    if (is_available_) wait(rank, steps, value_of(step + 1));
  }
  /// Waits until all of the crew are here. What each wrote before, all of them see after.
  /// @throws ForeignError  if a rank failed while it computed
  void meet();
  /// Waits until all of the team of panel k are at meeting `number` of the routine, which must rise
  /// from each team that a rank is in to its next.
  /// @throws ForeignError  if a rank failed while it computed
  void meet_team(const Teams& teams, int k, Index number);
  /// Ends the routine: waits, crew or not, until all of the crew are here. Where memory is not
  /// shared, results of the crew's only rank must still be sent.
  /// @throws ForeignError  if a rank failed while it computed
  void end();

  /// One step of a waiting loop that looks at memory of its own.
  void idle(int& turns) const { counters_.idle(turns); }

  /// Makes the others throw in this routine; for a rank that fails within it. [local]
  void poison(ErrorKind kind) noexcept {
    if (!is_available_) return;
    counters_.poison(kind);
    has_failed_ = true;
  }
  /// All ranks know that a routine failed on one of them: the next one begins anew.
  void has_failed_everywhere() noexcept { has_failed_ = true; }

 private:
  static constexpr const char* key = "linalg.node";
  enum Counter { meetings, steps, team_meetings, count };

  // The routine's number makes all values of a routine larger than those of the ones before.
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

/// Runs `f`, this rank's part of a routine: if it throws here, the others throw, too, rather than
/// wait for ever.
/// @throws what `f` throws; std::bad_alloc as OutOfMemory. Where another rank fails: OutOfMemory or
/// ForeignError
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
