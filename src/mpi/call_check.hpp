// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "mpi/collective_call.hpp"

namespace ashlar::mpi {

class Context;

/// Comparison of a collective call: each rank sends a fingerprint to rank 0, which answers. A
/// separate communicator isolates the messages.
class CallCheck {
 public:
  static constexpr const char* key = "mpi.call_check";

  /// @collective over context.comm()
  explicit CallCheck(Context& context);

  /// @throws MismatchError, TimeoutError
  void meet(const char* call, std::span<const SameArgument> arguments);

 private:
  struct Verdict {
    static constexpr int most_late = 13;
    enum Kind : int { equal, different, late };
    int kind = equal;
    int late_count = 0;
    int late_ranks[most_late] = {};
  };

  Verdict judge(std::uint64_t mine);
  Verdict ask(std::uint64_t mine);
  /// True if all requests complete in time; cancels the others.
  bool complete(std::vector<MPI_Request>& requests, int patience_s, std::vector<int>* late);
  [[noreturn]] void throw_late(const char* call, const Verdict& verdict);
  [[noreturn]] void explain(const char* call, std::span<const SameArgument> arguments);

  const Context& context_;
  Communicator comm_;
  int timeout_s_ = 0;
  bool has_timed_out_ = false;
};

}  // namespace ashlar::mpi
