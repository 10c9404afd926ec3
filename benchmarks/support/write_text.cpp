// SPDX-License-Identifier: BSD-3-Clause
#include "support/write_text.hpp"

#include <cstdio>
#include <fstream>

#include <CLI/CLI.hpp>

#include <ashlar/base/error.hpp>

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

void add_json_option(CLI::App& app, std::string& path) {
  app.add_option("--json", path,
                 "also write the results as JSON to this file; - is standard output");
}

}  // namespace ashlar::bench
