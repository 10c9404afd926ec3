// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>

#include "support/run_app.hpp"

namespace ashlar::apps {

/// A subcommand of `ashlar`: how it is called, and what it does when it was.
struct Command {
  CLI::App* app = nullptr;
  Body run;
  LocalBody run_alone = {};   ///< in place of `run`, without MPI: on rank 0
  int failed = status_error;  ///< the status where it fails
};

/// What a matrix file says of itself.
Command info_command(CLI::App& parent);
/// Whether files are as they were written.
Command verify_command(CLI::App& parent);
/// Who owns what in a layout; pure arithmetic for any number of processes.
Command layout_command(CLI::App& parent);
/// What a move between two layouts sends; pure arithmetic for any number of processes.
Command plan_command(CLI::App& parent);
/// A matrix file into another layout, order, type or shape.
Command convert_command(CLI::App& parent);
/// The solution of A X = B from and to files.
Command solve_command(CLI::App& parent);
/// The X that makes |A X - B| least.
Command lstsq_command(CLI::App& parent);
/// Eigenvalues and eigenvectors.
Command eig_command(CLI::App& parent);
/// Singular values and vectors, and the best approximation of low rank.
Command svd_command(CLI::App& parent);
/// A norm of a matrix.
Command norm_command(CLI::App& parent);
/// The condition of a matrix.
Command cond_command(CLI::App& parent);
/// The inverse of a matrix.
Command inv_command(CLI::App& parent);
/// The product of two matrices.
Command gemm_command(CLI::App& parent);
/// Whether and where two matrix files differ.
Command compare_command(CLI::App& parent);
/// Range, norms, NaN, symmetry and form of a matrix.
Command stats_command(CLI::App& parent);
/// A matrix file as numbers, as NumPy prints them, or as a picture.
Command show_command(CLI::App& parent);
/// A new matrix file of a known kind.
Command generate_command(CLI::App& parent);
/// Whether all is right on this machine.
Command selftest_command(CLI::App& parent);
/// The help of a command.
Command help_command(CLI::App& parent);
/// The script that completes commands and options in a shell.
Command completion_command(CLI::App& parent);
/// Completions and man pages as files, for the installation; not shown in the help.
Command pages_command(CLI::App& parent);

}  // namespace ashlar::apps
