// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::bench {

/// Writes `text` to a file, or to standard output if `path` is "-".
/// @throws FileError
void write_text(const std::string& path, const std::string& text);

}  // namespace ashlar::bench
