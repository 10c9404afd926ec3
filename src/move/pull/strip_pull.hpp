// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pull.hpp"

namespace ashlar::detail {

/// Pulls without transposition: a few columns together, strip by strip.
void pull_strips(const PullTask& task);

}  // namespace ashlar::detail
