// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
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
  void watch(CommunicatorView user);

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

/// Thread of ASHLAR_TIMEOUT that checks waits inside MPI, without MPI calls.
class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the watchdog of the process, unless it runs or `limit_s` is 0. [local]
  static void start(int limit_s);
  /// @pre started
  static Watchdog& instance();

  /// Begins a wait in the MPI call `call`; returns its name for end().
  /// @param awaited  as of WatchedWait
  std::uint64_t begin(const char* call, CommunicatorView comm,
                      std::optional<std::span<const int>> awaited);
  void end(std::uint64_t name) noexcept;

  /// Registers the arrivals on `comm`, which give late ranks; null deregisters them.
  void set_arrivals(CommunicatorView comm, Arrivals* arrivals);

 private:
  struct Wait {
    std::uint64_t name = 0;
    const char* call = nullptr;
    const char* of = nullptr;  // the user's call
    CommunicatorView comm;
    int rank = 0;
    int size = 1;
    Arrivals* arrivals = nullptr;  // of collective calls, if known
    std::uint64_t number = 0;      // of this wait on the communicator
    std::vector<int> awaited;      // awaited ranks, if known
    Clock::time_point since;
    bool is_reported = false;
  };

  explicit Watchdog(int limit_s);
  [[noreturn]] void watch();
  /// Message for an overdue wait that is not yet reported; empty if none.
  std::string overdue();
  Clock::duration grace(int rank, const std::vector<int>& late) const;

  const int limit_s_;
  std::mutex mutex_;
  std::uint64_t last_name_ = 0;
  std::vector<Wait> waits_;
  std::map<MPI_Comm, Arrivals*> arrivals_;
};

}  // namespace ashlar::mpi
