// SPDX-License-Identifier: BSD-3-Clause
// What the documents show of a program is what the program says: a block of code after the mark
// <!-- from FILE --> may leave lines out, but each of its lines stands in FILE.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace {

const std::filesystem::path root = ASHLAR_SOURCE_DIR;

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file.good(), path.string() << " cannot be read");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(trimmed(line));
  return lines;
}

struct Excerpt {
  std::string from;
  std::vector<std::string> lines;
};

std::vector<Excerpt> excerpts_of(const std::filesystem::path& document) {
  const std::string mark = "<!-- from ", end_of_mark = " -->";
  std::vector<Excerpt> excerpts;
  bool inside = false, marked = false;
  for (const std::string& line : lines_of(document)) {
    if (line.starts_with(mark)) {
      excerpts.push_back(
          {line.substr(mark.size(), line.size() - mark.size() - end_of_mark.size()), {}});
      marked = true;
    } else if (line.starts_with("```")) {
      inside = marked && !inside;
      if (!inside) marked = false;
    } else if (inside && !line.empty()) {
      excerpts.back().lines.push_back(line);
    }
  }
  return excerpts;
}

}  // namespace

TEST_CASE("excerpts: every line of code that the README takes from a program stands there") {
  const auto excerpts = excerpts_of(root / "README.md");
  REQUIRE_FALSE(excerpts.empty());
  for (const Excerpt& excerpt : excerpts) {
    const auto program = lines_of(root / excerpt.from);
    const std::set<std::string> known(program.begin(), program.end());
    CHECK_FALSE(excerpt.lines.empty());
    for (const std::string& line : excerpt.lines)
      CHECK_MESSAGE(known.contains(line), excerpt.from << " has no line \"" << line << "\"");
  }
}
