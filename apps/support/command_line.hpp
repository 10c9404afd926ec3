// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/run_verbs.hpp"

namespace ashlar::apps {

/// Accepted values of an option: numbers in [least, most], or some words.
struct Accepted {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  std::vector<std::string> words = {};  ///< empty: all

  friend bool operator==(const Accepted&, const Accepted&) = default;
};

/// Command line of a program without verbs. The parser is included in one source only.
/// @example int main(int argc, char** argv) {
///            Options options;
///            CommandLine line("Solve a linear system", "mpirun -n 4 solve --n 1000");
///            line.add("--n", options.n, "order", {.least = 1});
///            return line.run(argc, argv, [&](mpi::CommunicatorView world) { work(world, options);
///            });
///          }
class CommandLine {
 public:
  /// @param description, example  for --help: a sentence, and a command line
  explicit CommandLine(const std::string& description, const std::string& example = {});
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Adds an option. Without dashes in `name` it is an argument, which is required if the text
  /// `target` is empty. Vectors take several values, separated by commas.
  /// @tparam T  bool, int, Index, std::uint64_t, double, std::string, or a vector of Index or
  ///            std::string
  template <class T>
  void add(const std::string& name, T& target, const std::string& help,
           const Accepted& accepted = {});

  /// Body of main(), with help and errors as in run_verbs(). Returns the exit status.
  int run(int argc, char** argv, const Body& body);
  /// The same on one process, without MPI.
  int run_alone(int argc, char** argv, const LocalBody& body);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace ashlar::apps
