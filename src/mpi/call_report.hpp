// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mpi/collective_call.hpp"

namespace ashlar::mpi {

/// Ascending ranks as text, at most eight runs: "rank 3", "ranks 0, 2-5 and 9".
std::string ranks_text(std::span<const int> ranks);

/// Overdue wait of a rank.
struct LongWait {
  int rank = 0;
  int size = 1;
  int limit_s = 0;
  const char* inner = nullptr;  ///< the MPI call; null for waits of the library
  const char* outer = nullptr;  ///< the user's call; null if unknown
  std::span<const int> late;    ///< late ranks; empty if unknown
};

/// Message of a TimeoutError and of the watchdog.
std::string sentence_of(const LongWait& wait);

/// Serialised call and arguments: fields that end with a zero byte.
std::string report_of(const char* call, std::span<const SameArgument> arguments);

/// Message of a MismatchError: the first difference between the reports of ranks 0, 1, …
std::string mismatch_of(const std::vector<std::string>& reports);

}  // namespace ashlar::mpi
