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
/// Writes JSON and a newline; invalid UTF-8 in names is removed.
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

/// Number of dimensions of the file `info` if it suits the shape, else two.
int fitting_dimensions(const io::FileInfo& info, Shape shape);

/// Reports and times the steps of a long job.
class Steps {
 public:
  /// Writes to rank 0's standard error, if it is a terminal or --progress is given.
  Steps(mpi::CommunicatorView world, bool quiet);

  /// Starts a step; the library's progress is displayed until its end. @collective
  void begin(const std::string& what);
  /// Returns the seconds of the step on the slowest rank. @collective
  double end();

 private:
  mpi::CommunicatorView world_;
  ProgressLine line_;
  double start_ = 0;
};

}  // namespace ashlar::apps
