// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

namespace ashlar {

/// Version of the linked library, "major.minor.patch".
const char* version();

namespace detail {
/// Names of the library's own environment variables. A program may warn of other names that begin
/// with ASHLAR_.
std::span<const char* const> environment_variables() noexcept;
}  // namespace detail

}  // namespace ashlar
