// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "random_case.hpp"
#include "values.hpp"

namespace ashlar::test {

/// The expected element: these bits or, for a computed element, this number with either sign of its
/// zeros.
struct Expected {
  Bytes bytes;
  bool in_bits = true;
};

/// Element of the source, before and after the move, unless the move is in place.
Bytes source_value(const RandomMove& move, const Place& at);
/// Element of the target before the move.
Bytes target_value(const RandomMove& move, const Place& at);
/// Element of the target after the move, derived for each element alone.
Expected expected_value(const RandomMove& move, const Place& at);

/// Value between the elements in memory of the caller.
Bytes padding_value(const RandomMove& move, bool is_target, Index place);

}  // namespace ashlar::test
