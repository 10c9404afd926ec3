// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "random_case.hpp"
#include "values.hpp"

namespace ashlar::test {

/// What an element must be: these bits, or where it is computed this number, whose zeros may have
/// either sign.
struct Expected {
  Bytes bytes;
  bool in_bits = true;
};

/// What an element of the source holds, before and after the move, unless that is in place.
Bytes source_value(const RandomMove& move, const Place& at);
/// What an element of the target holds before the move.
Bytes target_value(const RandomMove& move, const Place& at);
/// What it must be after it, said element by element.
Expected expected_value(const RandomMove& move, const Place& at);

/// What lies between the elements of memory of the caller.
Bytes padding_value(const RandomMove& move, bool is_target, Index place);

}  // namespace ashlar::test
