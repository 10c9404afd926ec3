// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "zip.hpp"

// Output records of zip archives (APPNOTE 6.3).

namespace ashlar::io {
namespace {

constexpr std::uint64_t escape_16 = 0xffff, escape_32 = 0xffff'ffff;
constexpr std::uint64_t zip_version = 45, zip_made_by_unix = 3 << 8;  // 4.5: 64-bit sizes
constexpr std::uint64_t zip_first_of_1980 = 1U << 5 | 1U, utf_8_name = 1U << 11;
constexpr std::uint64_t zip_for_owner = 0600U << 16;

std::string zip_bytes(std::uint64_t value, int width) {
  std::string bytes;
  for (int k = 0; k < width; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  return bytes;
}

std::string bytes_16(std::uint64_t value) { return zip_bytes(value, 2); }
std::string bytes_32(std::uint64_t value) { return zip_bytes(value, 4); }
std::string bytes_64(std::uint64_t value) { return zip_bytes(value, 8); }
std::uint64_t unsigned_size(Index value) { return static_cast<std::uint64_t>(value); }

std::uint64_t zip_flags_of(const ZipMember& member) {
  const bool is_ascii = std::all_of(member.name.begin(), member.name.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return is_ascii ? 0 : utf_8_name;
}

}  // namespace

std::string zip_header(const ZipMember& member) {
  // The extra field has the sizes in 64 bits.
  return "PK\3\4" + bytes_16(zip_version) + bytes_16(zip_flags_of(member)) +
         bytes_16(member.method) + bytes_16(0) + bytes_16(zip_first_of_1980) +
         bytes_32(member.crc) + bytes_32(escape_32) + bytes_32(escape_32) +
         bytes_16(member.name.size()) + bytes_16(20) + member.name + bytes_16(1) + bytes_16(16) +
         bytes_64(unsigned_size(member.bytes)) + bytes_64(unsigned_size(member.stored_bytes));
}

std::string zip_record(const ZipMember& member) {
  std::string wide;
  const auto narrow = [&](Index value) {
    if (unsigned_size(value) < escape_32) return unsigned_size(value);
    wide += bytes_64(unsigned_size(value));
    return escape_32;
  };
  const std::uint64_t bytes = narrow(member.bytes), stored = narrow(member.stored_bytes),
                      at = narrow(member.header_at);
  const std::string extra = wide.empty() ? "" : bytes_16(1) + bytes_16(wide.size()) + wide;
  return "PK\1\2" + bytes_16(zip_made_by_unix | zip_version) + bytes_16(zip_version) +
         bytes_16(zip_flags_of(member)) + bytes_16(member.method) + bytes_16(0) +
         bytes_16(zip_first_of_1980) + bytes_32(member.crc) + bytes_32(stored) + bytes_32(bytes) +
         bytes_16(member.name.size()) + bytes_16(extra.size()) + bytes_16(0) + bytes_16(0) +
         bytes_16(0) + bytes_32(zip_for_owner) + bytes_32(at) + member.name + extra;
}

std::string zip_directory(const std::vector<std::string>& records, Index directory_at) {
  std::string text;
  for (const std::string& record : records) text += record;
  const std::uint64_t count = records.size(), bytes = text.size(), at = unsigned_size(directory_at);
  if (count >= escape_16 || bytes >= escape_32 || at >= escape_32)
    text += "PK\6\6" + bytes_64(44) + bytes_16(zip_made_by_unix | zip_version) +
            bytes_16(zip_version) + bytes_32(0) + bytes_32(0) + bytes_64(count) + bytes_64(count) +
            bytes_64(bytes) + bytes_64(at) + "PK\6\7" + bytes_32(0) + bytes_64(at + bytes) +
            bytes_32(1);
  return text + "PK\5\6" + bytes_16(0) + bytes_16(0) + bytes_16(std::min(count, escape_16)) +
         bytes_16(std::min(count, escape_16)) + bytes_32(std::min(bytes, escape_32)) +
         bytes_32(std::min(at, escape_32)) + bytes_16(0);
}

}  // namespace ashlar::io
