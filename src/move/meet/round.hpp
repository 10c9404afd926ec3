// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "meeting.hpp"

namespace ashlar::detail {

/// This rank's part in one move of its node: it enters when this is made, and leaves when it says
/// so. A rank that goes without has failed: the others must not wait for it.
class Round {
 public:
  /// From now on the node's ranks may read this rank's source.
  explicit Round(Meeting& meeting) : meeting_(&meeting), number_(meeting.enter()) {}
  Round(Round&& other) noexcept
      : meeting_(std::exchange(other.meeting_, nullptr)), number_(other.number_) {}
  Round& operator=(Round&&) = delete;
  ~Round() {
    if (meeting_ != nullptr) meeting_->poison();
  }

  /// True if the sources of all these ranks of the node may be read.
  /// @throws ForeignError if one of the node's ranks failed
  bool have_entered(std::span<const int> node_ranks) const {
    return meeting_->have_entered(node_ranks, number_);
  }
  /// Returns when they may be.
  void wait_for_sources(std::span<const int> node_ranks) const {
    for (int node_rank : node_ranks) meeting_->wait_for_source(node_rank, number_);
  }

  /// This rank reads nobody's source any more.
  void leave() { meeting_->leave(number_); }
  /// True if none of these ranks of the node reads anybody's source any more.
  bool have_left(std::span<const int> node_ranks) const {
    return meeting_->have_left(node_ranks, number_);
  }
  void wait_for_readers(std::span<const int> node_ranks) const {
    for (int node_rank : node_ranks) meeting_->wait_for_reader(node_rank, number_);
  }
  /// The move has failed on this rank: whoever waits for it throws. [local]
  void fail(ErrorKind kind) noexcept {
    if (meeting_ != nullptr) meeting_->poison(kind);
    meeting_ = nullptr;
  }
  /// The move is over for this rank, which has left.
  void end() noexcept { meeting_ = nullptr; }

 private:
  Meeting* meeting_;
  std::uint64_t number_;
};

}  // namespace ashlar::detail
