// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "byte_source.hpp"

// Text files, which may be packed by gzip.

namespace ashlar::io {

/// True if a file that begins so is a gzip file.
bool is_gzip(std::string_view first_bytes);

/// The name of a file without the ending ".gz", in small letters or capitals.
std::string_view without_gz(std::string_view path);
/// True if the name has that ending.
inline bool has_gz(std::string_view path) { return without_gz(path).size() < path.size(); }

/// Opens a text file; the bytes of a gzip file are delivered unpacked.
/// @throws FileError if it cannot be opened, or is malformed as a gzip file
std::unique_ptr<const ByteSource> open_text(const std::string& path);

/// Size of the file on disk, packed or not.
/// @throws FileError
Index file_bytes(const std::string& path);

}  // namespace ashlar::io
