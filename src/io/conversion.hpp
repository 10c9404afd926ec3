// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/convert_file.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "formats/lines.hpp"
#include "shared_reader.hpp"

namespace ashlar::io::detail {

/// Checked arguments of a conversion.
struct ConversionJob {
  mpi::CommunicatorView comm;
  std::string out;
  ConversionOptions options;
  SharedReader source;
  Section part;                          // of the old file
  DType dtype = DType::Float64;          // of the elements in moves
  DType written_dtype = DType::Float64;  // of the new file
  Shape shape;                           // of the new file
  StorageOrder order = StorageOrder::C;
  Index lines = 1;  // of a panel

  /// True if panels need parts of the old file's lines.
  bool cuts_lines() const {
    return options.mirror || is_transposing(options.op) == (order == source.info.order);
  }

  /// True if sections are written without change.
  bool keeps_all() const {
    return order == source.info.order && options.op == Op::None && !options.conjugate &&
           options.uplo == Uplo::General && !options.mirror && options.scale == 1;
  }
};

/// Reads, moves and writes panel by panel.
/// @collective
template <Element T>
ConversionTimes run_conversion(const ConversionJob& job);

}  // namespace ashlar::io::detail
