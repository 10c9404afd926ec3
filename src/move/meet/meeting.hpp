// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>

namespace ashlar::detail {

/// Where the ranks of a node meet around moves through shared memory. All moves of a communicator
/// that a node takes part in are numbered in the order in which its ranks start them, which is the
/// same on all; several may be under way at once.
class Meeting {
 public:
  /// That of `context`. @collective the first time
  static Meeting& of(mpi::Context& context) {
    return context.shared_slot<Meeting>(key, [&] { return Meeting(context); });
  }

  static Meeting* if_made(mpi::Context& context) { return context.slot_if_made<Meeting>(key); }

  bool is_available() const { return counters_.is_available(); }

  /// This rank's source may be read from now on; returns the number of the move.
  /// @throws ArgumentError if as many moves as can be told apart are under way
  std::uint64_t enter() {
    const std::uint64_t round = round_ + 1;
    expect(round <= most_moves || counters_.value(node_rank_, left(round)) + most_moves >= round,
           "plan: ", most_moves, " moves of a communicator are under way; wait for the first");
    counters_.raise(entered, round_ = round);
    return round;
  }
  /// This rank reads nobody's source any more in that move.
  void leave(std::uint64_t round) { counters_.raise(left(round), round); }

  /// True if the sources of all these ranks of the node may be read.
  /// @throws ForeignError if one of the node's ranks failed
  bool have_entered(std::span<const int> node_ranks, std::uint64_t round) const {
    return have_reached(node_ranks, entered, round);
  }
  /// True if none of these ranks of the node reads anybody's source any more.
  /// @throws ForeignError if one of the node's ranks failed
  bool have_left(std::span<const int> node_ranks, std::uint64_t round) const {
    return have_reached(node_ranks, left(round), round);
  }

  /// Returns when the source of `node_rank` may be read.
  void wait_for_source(int node_rank, std::uint64_t round) const {
    counters_.wait(node_rank, entered, round);
  }
  /// Returns when `node_rank` reads nobody's source any more.
  void wait_for_reader(int node_rank, std::uint64_t round) const {
    counters_.wait(node_rank, left(round), round);
  }
  /// The same for the move that was entered last.
  void leave() { leave(round_); }
  void wait_for_source(int node_rank) const { wait_for_source(node_rank, round_); }
  void wait_for_reader(int node_rank) const { wait_for_reader(node_rank, round_); }

  /// Makes everybody's waiting end with an error.
  void poison(ErrorKind kind = ErrorKind::Other) noexcept { counters_.poison(kind); }
  bool is_poisoned() const noexcept { return is_available() && counters_.is_poisoned(); }
  /// Begins anew after a failure of which all ranks know. @collective over the communicator
  void renew(mpi::Context& context) {
    counters_ = mpi::NodeCounters(context, counter_count);
    round_ = 0;
  }

 private:
  static constexpr const char* key = "move.meeting";
  static constexpr std::uint64_t most_moves = 64;
  static constexpr int entered = 0, counter_count = 1 + static_cast<int>(most_moves);
  /// Moves may come to their ends in any order, so neighbours have counters of their own.
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
