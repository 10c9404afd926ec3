// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include <ashlar/io/convert_file.hpp>
#include <ashlar/layout/transfers.hpp>

#include "support/options.hpp"

namespace ashlar::apps {

/// Options of `ashlar convert`.
struct ConvertOptions {
  std::string in, out;
  io::FileHints hints;
  io::FileStyle style;
  LayoutOptions target;
  bool transpose = false, conj_transpose = false, conjugate = false;
  std::optional<Uplo> triangle, mirror;
  Index diagonal = 0;
  bool unit = false, symmetric = false;
  std::optional<double> scale;
  Range rows{0, open_end}, cols{0, open_end};
  std::optional<DType> dtype;
  std::optional<StorageOrder> order;
  Index max_memory = 0;
  double disk_rate = 1;  // GB/s
  bool idle = false, quiet = false, json = false, dry_run = false, strict = false, force = false;
};

/// Conversion by options and file header, and destination of its result.
struct ConvertJob {
  io::FileConversion conversion;
  Layout from, to;
  TransferOptions transfer;
};

/// Checks the options against the file's header; writes nothing.
/// @throws ArgumentError, FileError on all ranks
/// @collective
ConvertJob plan_job(mpi::CommunicatorView world, const ConvertOptions& options);

}  // namespace ashlar::apps
