// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace ashlar::apps {
class CommandLine;
}

namespace ashlar::bench {

/// Writes `text` to a file, or to standard output if `path` is "-".
/// @throws FileError
void write_text(const std::string& path, const std::string& text);

/// Adds the option that names such a path for a program's results.
void add_json_option(apps::CommandLine& line, std::string& path);

}  // namespace ashlar::bench
