// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/detail/triangle.hpp>
#include <ashlar/move/detail/operand.hpp>

namespace ashlar::detail {

/// Zeroes this rank's elements of a target section outside `triangle`; with Diag::Unit its bounding
/// diagonal becomes one. [local]
/// @param target  a matrix, or an array of two dimensions
void zero_rest(const Operand& target, const Section& section, const Triangle& triangle, Diag diag);

}  // namespace ashlar::detail
