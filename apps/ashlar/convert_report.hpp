// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convert_job.hpp"

namespace ashlar::apps {

/// Prints what a conversion would send and take, for a dry run. Rank 0 speaks.
/// @param replaces  OUT is there, and may be replaced
void print_plan(mpi::CommunicatorView world, const ConvertOptions& options, const ConvertJob& job,
                bool replaces);

/// Prints what a conversion has made. Rank 0 speaks.
/// @param replaced  OUT was there before
void print_result(mpi::CommunicatorView world, const ConvertOptions& options, const ConvertJob& job,
                  const io::ConversionTimes& times, bool replaced);

}  // namespace ashlar::apps
