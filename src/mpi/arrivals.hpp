// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>

namespace ashlar::mpi {

class Context;

/// Shared counts of the waits that each rank of the node has begun, on a communicator (the user's
/// and its duplicate together) and on its node's. Ranks with lower counts are late, since all make
/// the same collective calls. Created under ASHLAR_TIMEOUT only.
class Arrivals {
 public:
  static constexpr const char* key = "mpi.arrivals";

  /// @collective over context.comm()
  explicit Arrivals(Context& context);
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;
  /// Deregisters from the watchdog.
  ~Arrivals();

  /// Registers with the watchdog, for waits on the user's communicator, its duplicate and the
  /// node's.
  void tell(CommunicatorView user);

  /// Counts a wait of this rank on `comm`; returns its number.
  std::uint64_t begin(CommunicatorView comm);
  /// Ranks on this node (of the communicator) that have not begun wait `number`. Thread-safe.
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
