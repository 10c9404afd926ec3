// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/node_counters.hpp>

namespace ashlar::detail {

/// Where the ranks of a node meet around a move through shared memory. All moves of a communicator
/// are numbered in the order in which its ranks make them, which is the same on all.
class Meeting {
 public:
  /// That of `context`. @collective the first time
  static Meeting& of(mpi::Context& context) {
    return context.slot<Meeting>("move.meeting", [&] { return Meeting(context); });
  }

  bool is_available() const { return counters_.is_available(); }

  /// This rank's source may be read from now on.
  void enter() { counters_.raise(entered, ++round_); }
  /// Returns when the source of `node_rank` may be read.
  void wait_for_source(int node_rank) const { counters_.wait(node_rank, entered, round_); }
  /// This rank reads nobody's source any more.
  void leave() { counters_.raise(left, round_); }
  /// Returns when `node_rank` reads nobody's source any more.
  void wait_for_reader(int node_rank) const { counters_.wait(node_rank, left, round_); }
  /// Makes everybody's waiting end with an error.
  void poison() noexcept { counters_.poison(); }

 private:
  explicit Meeting(mpi::Context& context) : counters_(context, 2) {}
  static constexpr int entered = 0, left = 1;

  mpi::NodeCounters counters_;
  std::uint64_t round_ = 0;
};

}  // namespace ashlar::detail
