// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pull.hpp"

namespace ashlar::detail {

/// A pull without transposition: a few columns side by side, from end to end, strip after strip.
void pull_strips(const PullTask& task);

}  // namespace ashlar::detail
