// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>

namespace ashlar::detail {

/// Synchronisation of a node's ranks around moves through shared memory. Moves of a communicator
/// are numbered in the order of their starts, which is [same]; several may be under way.
class Meeting {
 public:
  /// Instance of `context`. @collective the first time
  static Meeting& of(mpi::Context& context) {
    return context.shared_slot<Meeting>(key, [&] { return Meeting(context); });
  }

  static Meeting* if_made(mpi::Context& context) { return context.slot_if_made<Meeting>(key); }

  bool is_available() const { return counters_.is_available(); }

  /// Publishes this rank's source; returns the number of the move.
  /// @throws ArgumentError if most_moves moves are under way
  std::uint64_t enter() {
    const std::uint64_t round = round_ + 1;
    expect(round <= most_moves || counters_.value(node_rank_, left(round)) + most_moves >= round,
           "plan: ", most_moves, " moves of a communicator are under way; wait for the first");
    counters_.raise(entered, round_ = round);
    return round;
  }
  /// Ends this rank's reads of other sources in that move.
  void leave(std::uint64_t round) { counters_.raise(left(round), round); }

  /// True if the sources of these node ranks may be read.
  /// @throws ForeignError if one of the node's ranks failed
  bool have_entered(std::span<const int> node_ranks, std::uint64_t round) const {
    return have_reached(node_ranks, entered, round);
  }
  /// True if these node ranks have ended their reads.
  /// @throws ForeignError if one of the node's ranks failed
  bool have_left(std::span<const int> node_ranks, std::uint64_t round) const {
    return have_reached(node_ranks, left(round), round);
  }

  /// Waits for a rank's source.
  void wait_for_source(int node_rank, std::uint64_t round) const {
    counters_.wait(node_rank, entered, round);
  }
  /// Waits for the end of a rank's reads.
  void wait_for_reader(int node_rank, std::uint64_t round) const {
    counters_.wait(node_rank, left(round), round);
  }
  /// Variants for the last entered move.
  void leave() { leave(round_); }
  void wait_for_source(int node_rank) const { wait_for_source(node_rank, round_); }
  void wait_for_reader(int node_rank) const { wait_for_reader(node_rank, round_); }

  /// Lets all waits on the node fail.
  void poison(ErrorKind kind = ErrorKind::Other) noexcept { counters_.poison(kind); }
  bool is_poisoned() const noexcept { return is_available() && counters_.is_poisoned(); }
  /// Resets the counters after a failure on all ranks. @collective over the communicator
  void renew(mpi::Context& context) {
    counters_ = mpi::NodeCounters(context, counter_count);
    round_ = 0;
  }

 private:
  static constexpr const char* key = "move.meeting";
  static constexpr std::uint64_t most_moves = 64;
  static constexpr int entered = 0, counter_count = 1 + static_cast<int>(most_moves);
  /// Moves may end in any order, so consecutive ones have separate counters.
  static int left(std::uint64_t round) { return 1 + static_cast<int>(round % most_moves); }

  explicit Meeting(mpi::Context& context)
      : counters_(context, counter_count), node_rank_(context.node_rank()) {}

  bool have_reached(std::span<const int> node_ranks, int counter, std::uint64_t round) const {
    for (int node_rank : node_ranks) {
      if (counters_.value(node_rank, counter) >= round) continue;
      if (counters_.is_poisoned()) counters_.wait(node_rank, counter, round);  // throws
      return false;
    }
    return true;
  }

  mpi::NodeCounters counters_;
  int node_rank_;
  std::uint64_t round_ = 0;
};

}  // namespace ashlar::detail
