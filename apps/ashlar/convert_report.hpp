// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convert_job.hpp"

namespace ashlar::apps {

/// Prints traffic and memory of a conversion for a dry run, on rank 0.
/// @param replaces  OUT exists and may be replaced
void print_plan(mpi::CommunicatorView world, const ConvertOptions& options, const ConvertJob& job,
                bool replaces);

/// Prints the result of a conversion, on rank 0.
/// @param replaced  OUT existed before
void print_result(mpi::CommunicatorView world, const ConvertOptions& options, const ConvertJob& job,
                  const io::ConversionTimes& times, bool replaced);

}  // namespace ashlar::apps
