// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/drawing.hpp>

using namespace ashlar;

namespace {

using Words = std::vector<std::string>;

const Layout worked_example({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}, .source = {}});

const char* const worked_drawing = R"(9x9 in 2x2 blocks on a 2x3 grid (row order, source 0,0)

rank that owns each element; p, q: process row and column

    q | q0    | q1    | q2    | q0    | q1
    j |  0  1 |  2  3 |  4  5 |  6  7 |  8
 -----+-------+-------+-------+-------+---
 p0 0 |  0  0 |  1  1 |  2  2 |  0  0 |  1
    1 |  0  0 |  1  1 |  2  2 |  0  0 |  1
 -----+-------+-------+-------+-------+---
 p1 2 |  3  3 |  4  4 |  5  5 |  3  3 |  4
    3 |  3  3 |  4  4 |  5  5 |  3  3 |  4
 -----+-------+-------+-------+-------+---
 p0 4 |  0  0 |  1  1 |  2  2 |  0  0 |  1
    5 |  0  0 |  1  1 |  2  2 |  0  0 |  1
 -----+-------+-------+-------+-------+---
 p1 6 |  3  3 |  4  4 |  5  5 |  3  3 |  4
    7 |  3  3 |  4  4 |  5  5 |  3  3 |  4
 -----+-------+-------+-------+-------+---
 p0 8 |  0  0 |  1  1 |  2  2 |  0  0 |  1

  process  rank  local size  LLD >=  rows         columns
    (0,0)     0         5x4       5  0-1, 4-5, 8  0-1, 6-7
    (0,1)     1         5x3       5  0-1, 4-5, 8  2-3, 8
    (0,2)     2         5x2       5  0-1, 4-5, 8  4-5
    (1,0)     3         4x4       4  2-3, 6-7     0-1, 6-7
    (1,1)     4         4x3       4  2-3, 6-7     2-3, 8
    (1,2)     5         4x2       4  2-3, 6-7     4-5
  smallest local array 4x2, largest 5x4
)";

const LayoutSpec specs[] = {
    {{9, 9}, {2, 2}, {2, 3}, {}},
    {{1797, 64}, {64, 64}, {4, 1}, {}},
    {{1797, 64}, {32, 16}, {2, 3}, {1, 2}, GridOrder::Column},
    {{5000, 5000}, {64, 64}, {32, 32}, {}},
    {{3, 20}, {1, 1}, {2, 2}, {}},
    {{1, 1}, {64, 64}, {2, 2}, {1, 1}},
    {{33, 31}, {3, 4}, {3, 1}, {2, 0}},
    {{12, 30}, {4, 7}, {2, 2}, {}},
    {{7, 7}, {100, 3}, {2, 2}, {}, GridOrder::Row, {10, 20000, 7, 300}},
    {{2000000, 3}, {1, 2}, {1, 2}, {}},
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The words after the first '|', without the bars between blocks.
Words cells_of(const std::string& line) {
  Words words;
  std::istringstream stream(line.substr(line.find('|') + 1));
  for (std::string word; stream >> word;)
    if (word != "|") words.push_back(word);
  return words;
}

std::string index_of(const std::string& line) {
  Words words;
  std::istringstream stream(line.substr(0, line.find('|')));
  for (std::string word; stream >> word;) words.push_back(word);
  return words.back();
}

bool is_gap(const std::string& word) { return word.find('.') != std::string::npos; }

// Counts the cells of the map that do not contain the owner of the element in the row and column of
// their margins.
int wrong_cells(const Layout& layout, const std::string& map, Index& cells_seen) {
  Words cols;
  int wrong = 0;
  for (const std::string& line : lines_of(map)) {
    if (line.find('|') == std::string::npos || index_of(line) == "q") continue;
    if (index_of(line) == "j") {
      cols = cells_of(line);
      continue;
    }
    // The heading of a gap is blank, so cells in a gap have no heading.
    std::size_t col = 0;
    for (const std::string& cell : cells_of(line)) {
      if (is_gap(cell)) continue;
      const Index i = std::stoll(index_of(line));
      const Index j = std::stoll(cols.at(col++));
      wrong += cell != concat(layout.owner_rank(i, j));
      ++cells_seen;
    }
    wrong += col != 0 && col != cols.size();
  }
  return wrong;
}

}  // namespace

TEST_CASE("drawing: the 9x9 example in 2x2 blocks on 2x3") {
  CHECK(draw(worked_example) == worked_drawing);
}

TEST_CASE("drawing: every cell of the map shows the rank that owns its element") {
  for (const LayoutSpec& spec : specs) {
    const Layout layout(spec);
    CAPTURE(layout.to_string());
    Index cells = 0;
    CHECK(wrong_cells(layout, draw(layout, {.processes = false}), cells) == 0);
    CHECK(cells > 0);
  }
}

TEST_CASE("drawing: lines keep to the width and the map to its height") {
  for (const LayoutSpec& spec : specs)
    for (int width : {64, 100, 200}) {
      const Layout layout(spec);
      CAPTURE(layout.to_string());
      const std::vector<std::string> map =
          lines_of(draw(layout, {.width = width, .map_lines = 10, .processes = false}));
      for (std::size_t k = 1; k < map.size(); ++k)
        CHECK(map[k].size() <= static_cast<std::size_t>(width));
      // 10 lines, the rules between them, and 7 of heading.
      CHECK(map.size() <= 10 + 9 + 7);
    }
  for (const std::string& line : lines_of(draw(Layout(specs[3])))) CHECK(line.size() <= 100);
}

TEST_CASE("drawing: no line ends in a blank") {
  for (const LayoutSpec& spec : specs)
    for (const std::string& line : lines_of(draw(Layout(spec))))
      CHECK((line.empty() || line.back() != ' '));
}

TEST_CASE("drawing: a small matrix shows elements, a large one blocks") {
  const auto shows_blocks = [](const Layout& layout) {
    return draw(layout).find("stands for a block") != std::string::npos;
  };
  CHECK_FALSE(shows_blocks(worked_example));
  CHECK_FALSE(shows_blocks(Layout({{2000, 2000}, {1, 1}, {2, 2}, {}})));
  CHECK(shows_blocks(Layout({{2000, 9}, {16, 2}, {2, 2}, {}})));
  CHECK(draw(Layout({{9, 2000}, {2, 16}, {2, 2}, {}})).find("each column stands for") !=
        std::string::npos);
}

TEST_CASE("drawing: an elided map keeps the outer blocks, as many as fit") {
  // 79 blocks in each dimension: 23 first and 7 last rows of them in 31 lines, with the gap.
  const std::string text = draw(Layout(specs[3]), {.map_lines = 31, .processes = false});
  Words rows;
  for (const std::string& line : lines_of(text))
    if (line.find('|') != std::string::npos) rows.push_back(index_of(line));
  REQUIRE(rows.size() == 2 + 31);
  CHECK(rows[2] == "0");
  CHECK(rows[3] == "64");
  CHECK(rows[2 + 22] == concat(22 * 64));
  CHECK(rows[2 + 23] == "...");
  CHECK(rows[2 + 24] == concat(72 * 64));
  CHECK(rows[2 + 30] == concat(78 * 64));
  const Words cols = cells_of(lines_of(text)[6]);
  CHECK(cols.front() == "0");
  CHECK(cols.back() == concat(78 * 64));
}

TEST_CASE("drawing: many processes are elided, the last one is shown") {
  const std::string text = draw(Layout(specs[3]), {.process_lines = 5});
  CHECK(text.find("  (0,2)") != std::string::npos);
  CHECK(text.find("  (0,3)") == std::string::npos);
  CHECK(text.find("(31,31)  1023") != std::string::npos);
  CHECK(text.find("smallest local array 128x128, largest 192x192") != std::string::npos);
}

TEST_CASE("drawing: the table follows the grid's order") {
  const std::string text = draw(Layout({{4, 4}, {1, 1}, {2, 2}, {}, GridOrder::Column}));
  CHECK(text.find("(0,0)") < text.find("(1,0)"));
  CHECK(text.find("(1,0)") < text.find("(0,1)"));
}

TEST_CASE("drawing: an empty matrix has a table but no map") {
  const std::string text = draw(Layout({{0, 3}, {1, 1}, {2, 2}, {}}));
  CHECK(text.find("the matrix has no elements") != std::string::npos);
  CHECK(text.find("    (0,0)     0         0x2       1  none  0, 2") != std::string::npos);
}

TEST_CASE("drawing: parts can be left out") {
  CHECK(draw(worked_example, {.map = false, .processes = false}) ==
        worked_example.to_string() + "\n");
  CHECK(draw(worked_example, {.map = false}).find("p0") == std::string::npos);
  CHECK(draw(worked_example, {.processes = false}).find("LLD") == std::string::npos);
}

TEST_CASE("drawing: the largest sizes are drawn at once") {
  const Index huge = Index{1} << 62;
  const std::string text = draw(Layout({{huge, huge}, {1, 3}, {2, 40000}, {}}));
  CHECK(text.find("4611686018427387903") != std::string::npos);
}

TEST_CASE("drawing: options out of their range are refused by name") {
  CHECK_THROWS_WITH_AS(draw(worked_example, {.width = 63}),
                       "draw: width is 63, but must lie between 64 and 10000", ArgumentError);
  CHECK_THROWS_AS(draw(worked_example, {.map_lines = 3}), ArgumentError);
  CHECK_THROWS_AS(draw(worked_example, {.process_lines = 2}), ArgumentError);
  CHECK_THROWS_AS(draw(worked_example, {.width = 10001}), ArgumentError);
}

TEST_CASE("place of an element: process, rank, block and local indices") {
  CHECK(describe_owner(worked_example, 7, 8) ==
        "element (7,8) lies on rank 4, process (1,1), as local element (3,2), in block (3,4)");
  const ElementPlace place = place_of(worked_example, 8, 6);
  CHECK(place.position == Coord{0, 0});
  CHECK(place.local_row == 4);
  CHECK(place.local_col == 2);
}

TEST_CASE("place of an element: outside the matrix there is none") {
  for (Coord c : {Coord{9, 0}, Coord{0, 9}, Coord{-1, 0}, Coord{0, -1}})
    CHECK_THROWS_AS(describe_owner(worked_example, c.row, c.col), ArgumentError);
}
