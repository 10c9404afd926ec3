// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include "support/run_verbs.hpp"

namespace ashlar::apps {

/// Subcommand of `ashlar`: its parser and its body.
struct Command {
  CLI::App* app = nullptr;
  Body run;
  LocalBody run_alone = {};   ///< replaces `run`: on rank 0 without MPI
  int failed = status_error;  ///< exit status after an error
};

/// Prints the header of a matrix file.
Command info_command(CLI::App& parent);
/// Verifies checksums of files.
Command verify_command(CLI::App& parent);
/// Prints the owners in a layout; pure arithmetic for any number of processes.
Command layout_command(CLI::App& parent);
/// Prints the messages of a move between two layouts; pure arithmetic for any number of processes.
Command plan_command(CLI::App& parent);
/// Converts a matrix file to another layout, order, type or shape.
Command convert_command(CLI::App& parent);
/// Solves A X = B from and to files.
Command solve_command(CLI::App& parent);
/// Minimises |A X - B|.
Command lstsq_command(CLI::App& parent);
/// Computes eigenvalues and eigenvectors.
Command eig_command(CLI::App& parent);
/// Computes singular values and vectors, and the best approximation of low rank.
Command svd_command(CLI::App& parent);
/// Computes a norm of a matrix.
Command norm_command(CLI::App& parent);
/// Computes the condition number of a matrix.
Command cond_command(CLI::App& parent);
/// Computes the inverse of a matrix.
Command inv_command(CLI::App& parent);
/// Computes the product of two matrices.
Command gemm_command(CLI::App& parent);
/// Compares two matrix files.
Command compare_command(CLI::App& parent);
/// Prints range, norms, NaN, symmetry and form of a matrix.
Command stats_command(CLI::App& parent);
/// Prints a matrix file as numbers in NumPy's form, or draws it.
Command show_command(CLI::App& parent);
/// Generates a matrix file of a known kind.
Command generate_command(CLI::App& parent);
/// Tests the installation on this machine.
Command selftest_command(CLI::App& parent);
/// Measures this machine and writes a profile.
Command tune_command(CLI::App& parent);
/// Tests and times BLAS in this process; hidden in the help.
Command blas_trial_command(CLI::App& parent);
/// Prints the help of a command.
Command help_command(CLI::App& parent);
/// Prints the completion script of a shell.
Command completion_command(CLI::App& parent);
/// Writes completions and man pages for the installation; hidden in the help.
Command pages_command(CLI::App& parent);

}  // namespace ashlar::apps
