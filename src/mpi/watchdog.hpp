// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/environment.hpp>

namespace ashlar::mpi {

class Arrivals;

/// Thread of ASHLAR_TIMEOUT that checks waits inside MPI, without MPI calls.
class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the watchdog of the process, unless it runs or `limit_s` is 0. [local]
  static void start(int limit_s);
  /// @pre started
  static Watchdog& instance();

  /// Begins a wait in the collective MPI call `call`; returns its name for end().
  std::uint64_t begin(const char* call, CommunicatorView comm);
  /// Begins a wait for messages of the ranks `awaited`.
  std::uint64_t begin(const char* call, CommunicatorView comm, std::span<const int> awaited);
  void end(std::uint64_t name) noexcept;

  /// Registers the arrivals on `comm`, which give late ranks; null deregisters them.
  void know(CommunicatorView comm, Arrivals* arrivals);

  TimeoutHandler exchange_handler(TimeoutHandler handler) noexcept;

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
