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

/// The thread of ASHLAR_TIMEOUT: looks at the waits inside MPI that last. It calls no MPI.
class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the only one of the process, unless it is there or `limit_s` is 0. [local]
  static void start(int limit_s);
  /// That one. @pre started
  static Watchdog& instance();

  /// A wait in the collective MPI call `call` begins; returns its name for end().
  std::uint64_t begin(const char* call, CommunicatorView comm);
  /// The same of a wait for messages of the ranks `awaited`.
  std::uint64_t begin(const char* call, CommunicatorView comm, std::span<const int> awaited);
  void end(std::uint64_t name) noexcept;

  /// Lets waits on `comm` say which ranks are late; null: no longer.
  void know(CommunicatorView comm, Arrivals* arrivals);

  TimeoutHandler exchange_handler(TimeoutHandler handler) noexcept;

 private:
  struct Wait {
    std::uint64_t name = 0;
    const char* call = nullptr;
    const char* of = nullptr;  // the call of the user
    CommunicatorView comm;
    int rank = 0;
    int size = 1;
    Arrivals* arrivals = nullptr;  // of collective calls, where they are known
    std::uint64_t number = 0;      // of this wait among those on the communicator
    std::vector<int> awaited;      // ranks whose messages are awaited, where they are known
    Clock::time_point since;
    bool is_reported = false;
  };

  explicit Watchdog(int limit_s);
  [[noreturn]] void watch();
  /// The sentence of a wait that is too long and not reported; empty if there is none.
  std::string overdue();
  Clock::duration grace(int rank, const std::vector<int>& late) const;

  const int limit_s_;
  std::mutex mutex_;
  std::uint64_t last_name_ = 0;
  std::vector<Wait> waits_;
  std::map<MPI_Comm, Arrivals*> arrivals_;
};

}  // namespace ashlar::mpi
