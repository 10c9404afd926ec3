// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "support/move_case.hpp"
#include "support/report.hpp"

namespace CLI {
class App;
}

namespace ashlar::bench {

/// How much each rank copies for the yardstick.
enum class Limit {
  OwnShare,   ///< as much as it gets in the move
  MeanShare,  ///< all ranks alike
};

struct CaseOptions {
  std::vector<std::string> methods = {};  ///< by name; all unless given
  int rounds = 7;
  Limit limit = Limit::OwnShare;
  std::vector<std::string> kinds = {};  ///< tiles, copies, arrays: the same move said so as well
};

/// Adds the option that chooses kinds.
void add_kinds_option(CLI::App& app, CaseOptions& options);

/// Whether `name` is among those chosen; none stands for all.
bool is_chosen(const std::vector<std::string>& choice, std::string_view name);

/// Measures all chosen methods of one case in turn, beside the yardsticks.
/// @param type  double, float or complex
/// @collective
CaseResult run_case(mpi::CommunicatorView comm, const MoveCase& what, const CaseOptions& options,
                    const std::string& type);

/// Rank 0 speaks; where standard output is JSON's (`json` is "-"), to stderr.
void say(mpi::CommunicatorView comm, const std::string& json, const std::string& text);

/// @throws ArgumentError if a result is wrong
void expect_right(const std::vector<CaseResult>& results);

}  // namespace ashlar::bench
