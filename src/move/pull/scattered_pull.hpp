// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pull.hpp"

namespace ashlar::detail {

/// A pull without transposition, triangle and conjugation whose runs are a few elements long:
/// element by element, through tables of addresses that serve column after column.
void pull_scattered(const PullTask& task);

}  // namespace ashlar::detail
