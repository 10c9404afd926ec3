// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/index.hpp>

namespace ashlar::bench {

/// Bytes that are allocated with new and not yet given back. A program that links heap_meter.cpp
/// counts all of them.
Index heap_bytes();

/// The largest heap_bytes() since the last call of restart_heap_peak().
Index heap_peak();
void restart_heap_peak();

}  // namespace ashlar::bench
