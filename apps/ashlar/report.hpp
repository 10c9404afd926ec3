// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <ashlar/io/files.hpp>
#include <ashlar/layout/layout.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "progress_line.hpp"

namespace ashlar::apps {

using Json = nlohmann::ordered_json;

/// Writes `text` and a newline to the standard output.
void print(const std::string& text);
/// The same for JSON; names that are not UTF-8 lose what is not.
void print(const Json& json);
/// Writes `text` and a newline to the standard output of rank 0.
void print(mpi::CommunicatorView world, const std::string& text);
void print(mpi::CommunicatorView world, const Json& json);

/// "9x9 float64".
std::string describe(Shape shape, DType dtype);

Json to_json(Shape shape);
/// {"shape": [9, 9], "block": …, "grid": …, "source": …, "order": "row"}
Json to_json(const Layout& layout);

/// {"elements": 81, "elements_kept": 12, "messages": 30, …}
Json to_json(const TransferSummary& summary);

/// As many dimensions as the file `info` had, where a matrix of this shape can have them, else two.
int fitting_dimensions(const io::FileInfo& info, Shape shape);

/// Tells a person what a long job is doing and how far it has come, and measures its steps.
class Steps {
 public:
  /// Speaks on rank 0's standard error, if that is a terminal or --progress was given.
  Steps(mpi::CommunicatorView world, bool quiet);

  /// Announces a step; what the library reports until its end is shown beside it. @collective
  void begin(const std::string& what);
  /// Seconds since the step began, of the slowest rank. @collective
  double end();

 private:
  mpi::CommunicatorView world_;
  ProgressLine line_;
  double start_ = 0;
};

}  // namespace ashlar::apps
