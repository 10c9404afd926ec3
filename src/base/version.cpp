// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/version.hpp>

namespace ashlar {

const char* version() { return ASHLAR_VERSION; }

}  // namespace ashlar
