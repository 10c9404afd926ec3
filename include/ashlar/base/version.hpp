// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

namespace ashlar {

/// The version of the library that is linked, "major.minor.patch".
const char* version();

/// Names of the environment variables that the library reads, without those of others
/// (OMP_NUM_THREADS). A program may warn of one that begins with ASHLAR_ and is not among them.
std::span<const char* const> environment_variables() noexcept;

}  // namespace ashlar
