// SPDX-License-Identifier: BSD-3-Clause
#include "support/write_text.hpp"

#include <cstdio>
#include <fstream>

#include <ashlar/base/error.hpp>

#include "support/command_line.hpp"

namespace ashlar::bench {

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::fputs(text.c_str(), stdout);
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) throw FileError(path, "cannot be written");
}

void add_json_option(apps::CommandLine& line, std::string& path) {
  line.add("--json", path, "also write the results as JSON to this file; - is standard output");
}

}  // namespace ashlar::bench
