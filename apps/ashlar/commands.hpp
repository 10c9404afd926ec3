// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include "support/run_app.hpp"

namespace ashlar::apps {

/// A subcommand of `ashlar`: how it is called, and what it does when it was.
struct Command {
  CLI::App* app = nullptr;
  Body run;
};

/// What a matrix file says of itself.
Command info_command(CLI::App& parent);
/// Who owns what in a layout; pure arithmetic for any number of processes.
Command layout_command(CLI::App& parent);
/// What a move between two layouts sends; pure arithmetic for any number of processes.
Command plan_command(CLI::App& parent);
/// A matrix file into another layout, order, type or shape.
Command convert_command(CLI::App& parent);
/// The solution of A X = B from and to files.
Command solve_command(CLI::App& parent);

}  // namespace ashlar::apps
