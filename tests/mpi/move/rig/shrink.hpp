// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "random_case.hpp"

namespace ashlar::test {

/// Cases that are simpler than `c` by one step each, those that leave out most first.
std::vector<RandomCase> simpler(const RandomCase& c);

/// Makes a failing case smaller as long as it still fails: the simplest that was found.
/// @param fails  the same answer on all ranks
/// @param tries  how often `fails` is asked at most
RandomCase shrunk(RandomCase c, const std::function<bool(const RandomCase&)>& fails,
                  int tries = 2000);

}  // namespace ashlar::test
