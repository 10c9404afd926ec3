// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/detail/runs.hpp>

namespace ashlar::detail {

/// Runs of a part of a range, with indices of the whole range.
/// @param first   index of the part
/// @param length  of the whole range
RunList counted_from_start(const RunList& part, Index first, Index length);

}  // namespace ashlar::detail
