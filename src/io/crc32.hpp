// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ashlar/base/index.hpp>

// CRC-32 of zlib, gzip and PNG (reflected polynomial 0xEDB88320), as `crc32 FILE` and Python's
// zlib.crc32. It detects all burst errors of up to 32 bits.

namespace ashlar::io {

/// Checksum of bytes that follow bytes with the checksum `before`.
/// @example crc32("123456789", 9) == 0xCBF43926
std::uint32_t crc32(const void* data, Index bytes, std::uint32_t before = 0);

/// Checksum of two consecutive parts. It is linear: `second` = 0 gives the contribution of the
/// first part, and contributions add up by XOR in any order.
/// @cost O(log second_bytes)
std::uint32_t crc32_combined(std::uint32_t first, std::uint32_t second, Index second_bytes);

/// Eight lower-case hexadecimal digits.
std::string crc32_text(std::uint32_t checksum);

/// Inverse of crc32_text; nullopt for other texts.
std::optional<std::uint32_t> crc32_from_text(std::string_view text);

namespace detail {
/// crc32 by tables, without carry-less products.
std::uint32_t crc32_portable(const void* data, Index bytes, std::uint32_t before);
}  // namespace detail

}  // namespace ashlar::io
