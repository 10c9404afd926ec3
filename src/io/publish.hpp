// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "temporary.hpp"

namespace ashlar::io {

/// @param target  `path` with symbolic links resolved
/// @throws FileError if `target` exists and cannot be replaced
void check_replaceable(const std::string& target, const std::string& path);

/// Flushes `fd` to the disk.
/// @throws FileError naming `path`
void flush(int fd, const std::string& path);

/// Renames a flushed temporary file, with the replaced file's permissions or by the umask.
/// @throws FileError naming `path`
void publish(Temporary& file, const std::string& target, const std::string& path);

}  // namespace ashlar::io
