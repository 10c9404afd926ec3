// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ashlar/base/index.hpp>

// CRC-32 as zlib, gzip and PNG compute it (reflected polynomial 0xEDB88320), so that `crc32 FILE`
// and Python's zlib.crc32 give the same numbers. It finds every error of up to 32 bits in a row.

namespace ashlar::io {

/// Checksum of bytes, or of those that had the checksum `before` and these after them.
/// @example crc32("123456789", 9) == 0xCBF43926
std::uint32_t crc32(const void* data, Index bytes, std::uint32_t before = 0);

/// Checksum of two parts that follow one another, from theirs. It is linear: with `second` 0 it is
/// what the first part contributes, and contributions of all parts add up by XOR, in any order.
/// @cost O(log second_bytes)
std::uint32_t crc32_combined(std::uint32_t first, std::uint32_t second, Index second_bytes);

/// Eight hexadecimal digits in small letters.
std::string crc32_text(std::uint32_t checksum);

/// What crc32_text made the text of; nothing of any other.
std::optional<std::uint32_t> crc32_from_text(std::string_view text);

namespace detail {
/// crc32 by tables alone, for machines that cannot multiply polynomials.
std::uint32_t crc32_portable(const void* data, Index bytes, std::uint32_t before);
}  // namespace detail

}  // namespace ashlar::io
