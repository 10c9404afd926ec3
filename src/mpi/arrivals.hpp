// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>

namespace ashlar::mpi {

class Context;

/// Numbers of waits that each rank of the node has begun on a communicator (the user's and ours
/// together) and on its node's, where all can see it: since all ranks make the same collective
/// calls, those with fewer are late. Made under ASHLAR_TIMEOUT only.
class Arrivals {
 public:
  static constexpr const char* key = "mpi.arrivals";

  /// @collective over context.comm()
  explicit Arrivals(Context& context);
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;
  /// The watchdog no longer asks.
  ~Arrivals();

  /// Lets the watchdog ask: for waits on the user's communicator, ours and the node's.
  void tell(CommunicatorView user);

  /// Counts this rank's next wait on `comm`, one of the two; returns its number there.
  std::uint64_t begin(CommunicatorView comm);
  /// Ranks (of the communicator) of this node that have not begun wait `number` on `comm`. Any
  /// thread may ask.
  std::vector<int> late(CommunicatorView comm, std::uint64_t number) const;

 private:
  int which(CommunicatorView comm) const { return comm == node_ ? 1 : 0; }

  const Context& context_;
  CommunicatorView user_;
  CommunicatorView node_;
  NodeCounters counters_;
  std::array<std::uint64_t, 2> begun_{};
};

}  // namespace ashlar::mpi
