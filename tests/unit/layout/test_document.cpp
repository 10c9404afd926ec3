// SPDX-License-Identifier: BSD-3-Clause
// docs/layout.md describes the library: this test checks its figure, its table and its code.
#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/drawing.hpp>

using namespace ashlar;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(ASHLAR_SOURCE_DIR "/" + path);
  REQUIRE_MESSAGE(file.is_open(), path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Each line without surrounding blanks; without empty lines.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos)
      lines.push_back(line.substr(first, line.find_last_not_of(' ') + 1 - first));
  }
  return lines;
}

std::vector<std::string> fenced_blocks(const std::string& text, const std::string& language) {
  const std::string opening = "```" + language + "\n";
  std::vector<std::string> blocks;
  for (std::size_t at = text.find(opening); at != std::string::npos;
       at = text.find(opening, at + 1)) {
    const std::size_t first = at + opening.size();
    blocks.push_back(text.substr(first, text.find("```", first) - first));
  }
  return blocks;
}

std::vector<std::string> cells_of(const std::string& table_line) {
  std::vector<std::string> cells;
  std::istringstream stream(table_line.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(lines_of(cell).at(0));
  return cells;
}

std::string without_blanks(const std::string& text) {
  std::string result;
  for (char c : text)
    if (c != ' ' && c != '\n') result += c;
  return result;
}

// The statement that checks a line of the document's code: "f(x);  // 3: because" becomes
// "CHECK(f(x) == 3)".
std::string compiled_form(const std::string& line) {
  const std::size_t comment = line.find("  // ");
  if (comment == std::string::npos) return without_blanks(line);
  const std::string expression = line.substr(0, line.find(';'));
  const std::size_t value = comment + 5;
  return without_blanks("CHECK(" + expression +
                        "==" + line.substr(value, line.find(": ", value) - value) + ");");
}

std::string owned_text(const Axis& axis, int p) {
  std::string text;
  for (Index l = 0; l < axis.local_count(p); ++l)
    text += concat(l == 0 ? "" : " ", axis.to_global(p, l));
  return text;
}

const Layout worked_example({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}, .source = {}});

}  // namespace

TEST_CASE("layout document: the figure is the output of draw()") {
  const std::vector<std::string> figures = fenced_blocks(text_of("docs/layout.md"), "text");
  REQUIRE(figures.size() == 1);
  CHECK(figures.front() == draw(worked_example));
}

TEST_CASE("layout document: the worked table has the values of the layout") {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(text_of("docs/layout.md")))
    if (line.rfind("| (", 0) == 0) rows.push_back(cells_of(line));
  REQUIRE(rows.size() == 6);
  for (int rank = 0; rank < 6; ++rank) {
    const Coord c = *worked_example.ranks().coord_of(rank);
    const Shape local = worked_example.local_shape(c);
    const std::vector<std::string> expected = {
        concat("(", c.row, ",", c.col, ")"), concat(local.rows, "×", local.cols),
        concat(detail::min_lld(worked_example, c)), owned_text(worked_example.rows(), c.row),
        owned_text(worked_example.cols(), c.col)};
    CHECK(rows[static_cast<std::size_t>(rank)] == expected);
  }
}

TEST_CASE("layout document: its code is compiled here and gives the values of its comments") {
  const std::string compiled = without_blanks(text_of("tests/unit/layout/test_document.cpp"));
  const std::vector<std::string> blocks = fenced_blocks(text_of("docs/layout.md"), "cpp");
  REQUIRE(blocks.size() == 4);
  for (const std::string& block : blocks)
    for (const std::string& line : lines_of(block))
      CHECK_MESSAGE(compiled.find(compiled_form(line)) != std::string::npos, line);
}

TEST_CASE("layout document: the code of its sections") {
  const Axis rows{.extent = 9, .block = 2, .nprocs = 2, .source = 0};
  CHECK(rows.owner(7) == 1);
  CHECK(rows.to_local(7) == 3);
  CHECK(rows.to_global(1, 3) == 7);
  CHECK(rows.local_count(0) == 5);

  const Layout layout({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}});
  CHECK(layout.owner(7, 8) == Coord{1, 1});
  CHECK(layout.owner_rank(7, 8) == 4);
  CHECK(layout.local_shape(Coord{1, 1}) == Shape{4, 3});
  CHECK(place_of(layout, 7, 8).local_row == 3);

  const Distribution array({.sizes = {100, 200, 300},
                            .dists = {Dist::cyclic(10), Dist::none(), Dist::block()},
                            .psizes = {2, 1, 3},
                            .order = StorageOrder::Fortran});
  CHECK(array.local_count(3) == 1000000);
  CHECK(array.runs(3).front() == Distribution::Run{10, 10});

  const int context = 5;
  const Descriptor descriptor = Descriptor::of(layout, Coord{1, 1}, context);
  CHECK(descriptor.to_array() == std::array{1, context, 9, 9, 2, 2, 0, 0, 4});
}
