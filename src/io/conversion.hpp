// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/convert_file.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "conversion_panels.hpp"
#include "shared_reader.hpp"

namespace ashlar::io::detail {

/// Memory that a rank takes for its part of a panel unless the caller limits it: enough that
/// messages and system calls do not count, little enough that the disk writes one panel while the
/// next is read and moved.
inline constexpr Index default_conversion_bytes = Index{64} << 20;

/// A conversion that was checked and can begin.
struct ConversionJob {
  mpi::CommunicatorView comm;
  std::string out;
  ConversionOptions options;
  SharedReader source;
  Section part;                          // of the old file
  DType dtype = DType::Float64;          // in which elements are moved
  DType written_dtype = DType::Float64;  // of the new file
  Shape shape;                           // of the new file
  StorageOrder order = StorageOrder::C;
  bool to_pieces = false;
  Index lines = 1;  // of a panel

  /// Whether panels take pieces of the old file's lines.
  bool cuts_lines() const {
    return options.mirror || is_transposing(options.op) == (order == source.info.order);
  }

  /// Whether the part is wanted as it is read.
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
