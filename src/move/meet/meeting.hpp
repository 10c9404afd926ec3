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
  /// Participation of this rank in one move of its node, from construction to leave(). Destruction
  /// without end() is a failure, which ends other ranks' waits.
  class Round {
   public:
    /// Publishes this rank's source.
    /// @throws ArgumentError if most_moves moves are under way
    explicit Round(Meeting& meeting) : meeting_(&meeting), number_(meeting.enter()) {}
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;
    ~Round() { fail(ErrorKind::Other); }

    /// True if the sources of these node ranks may be read.
    /// @throws ForeignError if one of the node's ranks failed
    bool have_entered(std::span<const int> node_ranks) const {
      return meeting_->have_reached(node_ranks, entered, number_);
    }
    void wait_for_sources(std::span<const int> node_ranks) const {
      meeting_->wait(node_ranks, entered, number_);
    }

    /// Ends this rank's reads of other sources.
    void leave() { meeting_->counters_.raise(left(number_), number_); }
    /// True if these node ranks have ended their reads.
    /// @throws ForeignError if one of the node's ranks failed
    bool have_left(std::span<const int> node_ranks) const {
      return meeting_->have_reached(node_ranks, left(number_), number_);
    }
    void wait_for_readers(std::span<const int> node_ranks) const {
      meeting_->wait(node_ranks, left(number_), number_);
    }

    /// Reports a failure: waits of other ranks throw. [local]
    void fail(ErrorKind kind) noexcept {
      if (meeting_ != nullptr) meeting_->counters_.poison(kind);
      meeting_ = nullptr;
    }
    /// Completes the move, after leave().
    void end() noexcept { meeting_ = nullptr; }

   private:
    Meeting* meeting_;
    std::uint64_t number_;
  };

  /// Instance of `context`. @collective the first time
  static Meeting& of(mpi::Context& context) {
    return context.shared_slot<Meeting>(key, [&] { return Meeting(context); });
  }

  static Meeting* if_made(mpi::Context& context) { return context.slot_if_made<Meeting>(key); }

  bool is_available() const { return counters_.is_available(); }

  /// Lets all waits on the node fail.
  void poison(ErrorKind kind) noexcept { counters_.poison(kind); }
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

  /// Number of the move.
  std::uint64_t enter() {
    const std::uint64_t round = round_ + 1;
    expect(round <= most_moves || counters_.value(node_rank_, left(round)) + most_moves >= round,
           "plan: ", most_moves, " moves of a communicator are under way; wait for the first");
    counters_.raise(entered, round_ = round);
    return round;
  }

  void wait(std::span<const int> node_ranks, int counter, std::uint64_t round) const {
    for (const int node_rank : node_ranks) counters_.wait(node_rank, counter, round);
  }
  bool have_reached(std::span<const int> node_ranks, int counter, std::uint64_t round) const {
    for (const int node_rank : node_ranks) {
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
