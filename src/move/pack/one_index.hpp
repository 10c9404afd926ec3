// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/detail/runs.hpp>

namespace ashlar::detail {

/// Share of a missing dimension of an array: one index, equal at both ends.
inline const AxisShare& one_index() {
  static const AxisShare share{0, {{{0, 0, 0, 1}}, {{0, 1, 1, 0, 0, 1}}, 1, 0, 0, 1}, 1, 1, 1};
  return share;
}

}  // namespace ashlar::detail
