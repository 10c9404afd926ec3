// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pull.hpp"

namespace ashlar::detail {

/// A pull without transposition and conjugation into several targets: column after column in the
/// order of the moved range, so that every memory is read and written from end to end.
void pull_woven(const PullTask& task);

}  // namespace ashlar::detail
