// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace ashlar {

/// The version of the library that is linked, "major.minor.patch".
const char* version();

}  // namespace ashlar
