// SPDX-License-Identifier: BSD-3-Clause

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <ashlar/base/error.hpp>

#include "io/atomic_file.hpp"

using namespace ashlar;
using namespace ashlar::io;

namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("whole file: a new one replaces the old, an error leaves nothing") {
  std::filesystem::create_directories("whole");
  const std::string path = "whole/whole.txt";
  io::detail::write_whole_file(path, "a longer text");
  io::detail::write_whole_file(path, "short");
  CHECK(content(path) == "short");
  CHECK_THROWS_AS(io::detail::write_whole_file("whole/none/x", "text"), FileError);
  for (const auto& entry : std::filesystem::directory_iterator("whole"))
    CHECK(entry.path().filename().string().find("ashlar-tmp") == std::string::npos);
}
