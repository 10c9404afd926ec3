// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pull.hpp"

namespace ashlar::detail {

/// A pull with transposition: band after band of the target's rows, each from a few source columns
/// that are walked side by side.
void pull_bands(const PullTask& task);

}  // namespace ashlar::detail
