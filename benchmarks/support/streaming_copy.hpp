// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace ashlar::bench {

/// memcpy with non-temporal stores: the limit of copies beyond the caches. Plain memcpy if the
/// target processor of the build has no such stores.
/// @param to  64-byte aligned
void streaming_copy(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace ashlar::bench
