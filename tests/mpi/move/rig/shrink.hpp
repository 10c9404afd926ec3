// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "random_case.hpp"

namespace ashlar::test {

/// Cases that are simpler than `c` by one step each, those with the largest reduction first.
std::vector<RandomCase> simpler(const RandomCase& c);

/// Shrinks a failing case as long as it fails; returns the simplest one found.
/// @param fails  has the same result on all ranks
/// @param tries  greatest number of calls of `fails`
RandomCase shrunk(RandomCase c, const std::function<bool(const RandomCase&)>& fails,
                  int tries = 2000);

}  // namespace ashlar::test
