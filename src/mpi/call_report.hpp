// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mpi/collective_call.hpp"

namespace ashlar::mpi {

/// Serialised call and arguments: fields that end with a zero byte.
std::string report_of(const char* call, std::span<const SameArgument> arguments);

/// Message of a MismatchError: the first difference between the reports of ranks 0, 1, …
std::string mismatch_of(const std::vector<std::string>& reports);

}  // namespace ashlar::mpi
