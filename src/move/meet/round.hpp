// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "meeting.hpp"

namespace ashlar::detail {

/// Participation of this rank in one move of its node, from construction to leave(). Destruction
/// without end() is a failure, which ends other ranks' waits.
class Round {
 public:
  /// Publishes this rank's source.
  explicit Round(Meeting& meeting) : meeting_(&meeting), number_(meeting.enter()) {}
  Round(Round&& other) noexcept
      : meeting_(std::exchange(other.meeting_, nullptr)), number_(other.number_) {}
  Round& operator=(Round&&) = delete;
  ~Round() {
    if (meeting_ != nullptr) meeting_->poison();
  }

  /// Calls Meeting::have_entered for this move.
  bool have_entered(std::span<const int> node_ranks) const {
    return meeting_->have_entered(node_ranks, number_);
  }
  void wait_for_sources(std::span<const int> node_ranks) const {
    for (int node_rank : node_ranks) meeting_->wait_for_source(node_rank, number_);
  }

  /// Ends this rank's reads.
  void leave() { meeting_->leave(number_); }
  /// Calls Meeting::have_left for this move.
  bool have_left(std::span<const int> node_ranks) const {
    return meeting_->have_left(node_ranks, number_);
  }
  void wait_for_readers(std::span<const int> node_ranks) const {
    for (int node_rank : node_ranks) meeting_->wait_for_reader(node_rank, number_);
  }
  /// Reports a failure: waits of other ranks throw. [local]
  void fail(ErrorKind kind) noexcept {
    if (meeting_ != nullptr) meeting_->poison(kind);
    meeting_ = nullptr;
  }
  /// Completes the move, after leave().
  void end() noexcept { meeting_ = nullptr; }

 private:
  Meeting* meeting_;
  std::uint64_t number_;
};

}  // namespace ashlar::detail
