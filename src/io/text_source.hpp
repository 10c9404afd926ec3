// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "byte_source.hpp"

// Text files, optionally packed by gzip.

namespace ashlar::io {

/// True for the first bytes of a gzip file.
bool is_gzip(std::string_view first_bytes);

/// File name without the ending ".gz" in either case.
std::string_view without_gz(std::string_view path);
inline bool has_gz(std::string_view path) { return without_gz(path).size() < path.size(); }

/// Lower case of an ASCII letter, whichever the locale; other characters stay.
constexpr char small_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string in_small_letters(std::string_view text);

/// Opens a text file; gzip files are unpacked.
/// @throws FileError if it cannot be opened, or is a malformed gzip file
std::unique_ptr<const ByteSource> open_text(const std::string& path);

/// Size of the file on disk, packed or unpacked.
/// @throws FileError
Index file_bytes(const std::string& path);

}  // namespace ashlar::io
