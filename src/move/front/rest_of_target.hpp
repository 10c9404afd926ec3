// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/triangle.hpp>
#include <ashlar/move/operand.hpp>

namespace ashlar::detail {

/// Zeroes this rank's elements of the target section that lie outside `triangle`; ones on its
/// bounding diagonal with Diag::Unit. [local]
void zero_rest(const Operand& target, const Triangle& triangle, Diag diag);

}  // namespace ashlar::detail
