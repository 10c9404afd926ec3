// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "support/move_case.hpp"
#include "support/report.hpp"

namespace ashlar::apps {
class CommandLine;
}

namespace ashlar::bench {

/// Bytes that each rank copies for the yardstick.
enum class Limit {
  OwnShare,   ///< its received bytes
  MeanShare,  ///< equal on all ranks
};

struct CaseOptions {
  std::vector<std::string> methods = {};  ///< names; all by default
  int rounds = 7;
  Limit limit = Limit::OwnShare;
  std::vector<std::string> kinds = {};  ///< further kinds of matrices: tiles, copies, arrays
};

/// Adds the option that selects kinds.
void add_kinds_option(apps::CommandLine& line, CaseOptions& options);

/// True if `choice` contains `name` or is empty.
bool is_chosen(const std::vector<std::string>& choice, std::string_view name);

/// Measures all selected methods of one case in turn, with the yardsticks.
/// @param type  double, float or complex
/// @collective
CaseResult run_case(mpi::CommunicatorView comm, const MoveCase& what, const CaseOptions& options,
                    const std::string& type);

/// Prints on rank 0; to stderr if JSON goes to stdout (`json` is "-").
void say(mpi::CommunicatorView comm, const std::string& json, const std::string& text);

/// @throws ArgumentError if a result is wrong
void expect_right(const std::vector<CaseResult>& results);

}  // namespace ashlar::bench
