// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "temporary.hpp"

namespace ashlar::io {

/// @param target  `path` with links followed
/// @throws FileError unless `target` is a file that may be replaced, or nothing yet
void check_replaceable(const std::string& target, const std::string& path);

/// Writes what was written to `fd` to the disk.
/// @throws FileError naming `path`
void flush(int fd, const std::string& path);

/// Gives a flushed temporary file the permissions of the file that it replaces, or those that the
/// umask leaves, and its name.
/// @throws FileError naming `path`
void publish(Temporary& file, const std::string& target, const std::string& path);

}  // namespace ashlar::io
