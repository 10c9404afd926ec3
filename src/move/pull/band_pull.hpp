// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pull.hpp"

namespace ashlar::detail {

/// Pulls with transposition: bands of the target's rows, each read from a few source columns
/// concurrently.
void pull_bands(const PullTask& task);

}  // namespace ashlar::detail
