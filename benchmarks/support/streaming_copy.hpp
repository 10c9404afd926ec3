// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace ashlar::bench {

/// memcpy with stores that go past the caches: what a copy beyond their size can reach. Where the
/// processor that this was compiled for has no such stores, it is memcpy.
/// @param to  64-byte aligned
void streaming_copy(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace ashlar::bench
