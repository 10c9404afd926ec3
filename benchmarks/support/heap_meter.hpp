// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

namespace ashlar::bench {

/// Bytes allocated with new and not yet freed, in a program that links heap_meter.cpp.
Index heap_bytes();

/// Largest heap_bytes() since the last call of restart_heap_peak().
Index heap_peak();
void restart_heap_peak();

}  // namespace ashlar::bench
