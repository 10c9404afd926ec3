// SPDX-License-Identifier: BSD-3-Clause
// Pictures of layouts and moves, read back from their SVG. They are also written to the folder
// "pictures", where check_pictures.py reads them by independent decoders.
#include <ashlar/pictures/layout_picture.hpp>
#include <ashlar/pictures/plan_picture.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/drawing.hpp>

#include "picture_files.hpp"
#include "pictures/layout_plot.hpp"
#include "pictures/terminal.hpp"

using namespace ashlar;
using namespace ashlar::pictures;
using namespace ashlar::test;

namespace {

std::string hexadecimal(Colour c) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text = "#";
  for (const int channel : {c.red, c.green, c.blue}) {
    text += digits[channel / 16];
    text += digits[channel % 16];
  }
  return text;
}

struct Rect {
  double x, y, width, height;
  std::string fill;
  bool holds(double px, double py) const {
    return x <= px && px < x + width && y <= py && py < y + height;
  }
};

double number_after(const std::string& text, std::size_t from, const std::string& name) {
  const std::string wanted = " " + name + "=\"";
  return std::stod(text.substr(text.find(wanted, from) + wanted.size()));
}

std::vector<Rect> rects_of(const std::string& svg) {
  std::vector<Rect> rects;
  for (auto at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1)) {
    const auto fill = svg.find("fill=\"", at) + 6;
    rects.push_back({number_after(svg, at, "x"), number_after(svg, at, "y"),
                     number_after(svg, at, "width"), number_after(svg, at, "height"),
                     svg.substr(fill, svg.find('"', fill) - fill)});
  }
  return rects;
}

struct Words {
  double x, y;
  std::string text;
};

std::vector<Words> words_of(const std::string& svg) {
  std::vector<Words> words;
  for (auto at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
    const auto begin = svg.find('>', at) + 1;
    words.push_back({number_after(svg, at, "x"), number_after(svg, at, "y"),
                     svg.substr(begin, svg.find('<', begin) - begin)});
  }
  return words;
}

bool has_text(const std::string& svg, const std::string& text) {
  for (const Words& words : words_of(svg))
    if (words.text == text) return true;
  return false;
}

/// The blocks of a picture: rectangles in a rank's colour, left of the legend. They are drawn row
/// by row, so the first one is at the origin.
void check_element_by_element(const Layout& layout, Shape shown) {
  const std::string svg = layout_picture(layout).svg();
  CHECK(svg == layout_picture(layout).svg());
  std::set<std::string> colours;
  for (int p = 0; p < layout.grid().rows; ++p)
    for (int q = 0; q < layout.grid().cols; ++q)
      colours.insert(hexadecimal(colour_of_rank(layout.ranks().rank_of({p, q}))));
  std::vector<Rect> blocks;
  for (const Rect& rect : rects_of(svg))
    if (colours.count(rect.fill) == 1) blocks.push_back(rect);
  const Index block_rows = (shown.rows + layout.block().rows - 1) / layout.block().rows;
  const Index block_cols = (shown.cols + layout.block().cols - 1) / layout.block().cols;
  const bool has_legend = layout.grid().size() <= 16;
  REQUIRE(std::ssize(blocks) == block_rows * block_cols + (has_legend ? layout.grid().size() : 0));
  blocks.resize(static_cast<std::size_t>(block_rows * block_cols));

  // From the first block to the last one, including the line of one pixel after it.
  const double gap = std::min(blocks[0].width, blocks[0].height) >= 5 ? 1 : 0;
  const double left = blocks.front().x, top = blocks.front().y;
  const double width = blocks.back().x + blocks.back().width - left + gap;
  const double height = blocks.back().y + blocks.back().height - top + gap;
  const std::vector<Words> words = words_of(svg);
  for (Index i = 0; i < shown.rows; ++i)
    for (Index j = 0; j < shown.cols; ++j) {
      const double x =
          left + (static_cast<double>(j) + 0.4) * width / static_cast<double>(shown.cols);
      const double y =
          top + (static_cast<double>(i) + 0.4) * height / static_cast<double>(shown.rows);
      const Rect* found = nullptr;
      int count = 0;
      for (const Rect& block : blocks)
        if (block.holds(x, y)) {
          found = &block;
          ++count;
        }
      CAPTURE(i);
      CAPTURE(j);
      REQUIRE(count == 1);
      CHECK(found->fill == hexadecimal(colour_of_rank(layout.owner_rank(i, j))));
      for (const Words& text : words)
        if (found->holds(text.x, text.y))
          CHECK(text.text == std::to_string(layout.owner_rank(i, j)));
    }
}

}  // namespace

TEST_CASE("layout picture: every element is in a block with the colour and number of its owner") {
  check_element_by_element(Layout({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}}), {9, 9});
  check_element_by_element(
      Layout({.shape = {13, 40}, .block = {3, 7}, .grid = {4, 5}, .source = {1, 2}}), {13, 40});
  check_element_by_element(Layout({.shape = {12, 5},
                                   .block = {1, 1},
                                   .grid = {3, 2},
                                   .source = {},
                                   .grid_order = GridOrder::Column}),
                           {12, 5});
  check_element_by_element(Layout({.shape = {10, 10},
                                   .block = {4, 20},
                                   .grid = {2, 2},
                                   .source = {},
                                   .grid_order = GridOrder::Row,
                                   .ranks = {7, 2, 30, 11}}),
                           {10, 10});
}

TEST_CASE("layout picture: of many blocks whole periods are drawn, as the caption states") {
  const Layout layout({.shape = {1000, 500}, .block = {2, 3}, .grid = {3, 7}});
  check_element_by_element(layout, {78, 105});
  const std::string svg = layout_picture(layout).svg();
  CHECK(has_text(svg, "shown: the first 78 of 1000 rows and 105 of 500 columns"));
  CHECK(has_text(svg, "the pattern repeats every 3 blocks = 6 rows, 7 blocks = 21 columns"));
  CHECK(has_text(svg, "21 ranks; local arrays from 332x69 to 334x72"));
  const Layout huge(
      {.shape = {1'000'000'000'000, 1'000'000'000'000}, .block = {64, 64}, .grid = {1000, 1000}});
  CHECK(layout_picture(huge).svg().size() < 200'000);
  CHECK(layout_picture(huge).page().size() < 210'000);
  io::detail::write_whole_file(in_pictures("layout.svg"), svg);
}

TEST_CASE("layout picture: a legend names ranks, positions and local shapes") {
  const std::string svg =
      layout_picture(Layout({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}})).svg();
  CHECK(has_text(svg, "9x9 in 2x2 blocks on a 2x3 grid (row order, source 0,0)"));
  CHECK(has_text(svg, "rank 0 (0,0): 5x4"));
  CHECK(has_text(svg, "rank 5 (1,2): 4x2"));
}

TEST_CASE("layout picture: empty matrices are drawn, wrong options refused") {
  const Layout empty({.shape = {0, 5}, .block = {2, 2}, .grid = {2, 2}});
  CHECK(has_text(layout_picture(empty).svg(), "the matrix has no elements"));
  CHECK(layout_picture(empty).page().find("<script>") == std::string::npos);
  const Layout one({.shape = {1, 1}, .block = {1, 1}, .grid = {1, 1}});
  CHECK_THROWS_AS(layout_picture(one, 0), ArgumentError);
}

TEST_CASE("rank colours: each rank keeps its own, and neighbours differ") {
  std::set<std::string> colours;
  for (int rank = 0; rank < 256; ++rank) {
    colours.insert(hexadecimal(colour_of_rank(rank)));
    CHECK(colour_of_rank(rank) != colour_of_rank(rank + 1));
  }
  CHECK(colours.size() == 256);
  CHECK(colour_of_rank(2'147'483'647) == colour_of_rank(2'147'483'647));
  CHECK(ink_on(white) == black);
  CHECK(ink_on({0, 0, 90}) == white);
}

TEST_CASE("plan picture: a cell for each pair of ranks, in the order of their bytes") {
  const Shape shape{40, 30};
  const Transfers moves(Layout({.shape = shape, .block = {14, 30}, .grid = {3, 1}}),
                        Layout({.shape = shape, .block = {4, 5}, .grid = {2, 3}}));
  const std::string svg = plan_picture(moves, 8).svg();
  std::vector<Rect> cells;
  for (const Rect& rect : rects_of(svg))
    if (rect.width == 43 && rect.height == 43) cells.push_back(rect);
  REQUIRE(cells.size() == 36);
  // By counting, element by element.
  std::vector<Index> bytes(36);
  for (Index i = 0; i < shape.rows; ++i)
    for (Index j = 0; j < shape.cols; ++j)
      bytes[static_cast<std::size_t>(6 * moves.source().owner_rank(i, j) +
                                     moves.target().owner_rank(i, j))] += 8;
  std::map<Index, std::string> colours;
  for (std::size_t k = 0; k < 36; ++k) {
    CHECK(cells[k].x == cells[0].x + 44 * static_cast<double>(k % 6));
    CHECK(cells[k].y == cells[0].y + 44 * static_cast<double>(k / 6));
    const auto [place, is_new] = colours.try_emplace(bytes[k], cells[k].fill);
    CHECK(place->second == cells[k].fill);
  }
  std::set<std::string> different;
  for (const auto& [amount, colour] : colours) different.insert(colour);
  CHECK(different.size() == colours.size());
  CHECK(colours.at(0) == "#ececec");
  CHECK(colours.rbegin()->second == hexadecimal(colour_of(ColourMap::Viridis, 1)));
  CHECK(has_text(svg, "messages " + std::to_string(moves.summary(8).messages)));
  io::detail::write_whole_file(in_pictures("plan.svg"), svg);
  CHECK_THROWS_AS(plan_picture(moves, 0), ArgumentError);
}

TEST_CASE("plan picture: of many ranks it is an image of ranges, small for a million") {
  const Shape shape{1'000'000, 1'000'000};
  const Transfers moves(Layout({.shape = shape, .block = {64, 64}, .grid = {1024, 1024}}),
                        Layout({.shape = shape, .block = {96, 96}, .grid = {2048, 512}}));
  const std::string svg = plan_picture(moves, 8).svg();
  CHECK(has_text(svg, "each cell: 4096 ranks to 4096 ranks, their own included"));
  if (libpng_version() != nullptr) CHECK(svg.size() < 100'000);
  io::detail::write_whole_file(in_pictures("plan_of_a_million.svg"), svg);
}

TEST_CASE("pictures: pixels show the colours of the drawing") {
  const Layout layout({.shape = {4, 4}, .block = {2, 2}, .grid = {2, 2}});
  const Image image = layout_plot(layout).canvas.to_image();
  std::map<std::string, int> pixels;
  for (const Colour c : image.pixels()) ++pixels[hexadecimal(c)];
  for (int rank = 0; rank < 4; ++rank) CHECK(pixels[hexadecimal(colour_of_rank(rank))] > 100 * 100);
  if (libpng_version() == nullptr) return;
  CHECK(layout_picture(layout).png() == encode_png(image));
  write_both("layout", image);
}

TEST_CASE("pictures: the ending of a path decides, and a wrong one is refused") {
  const Picture picture =
      layout_picture(Layout({.shape = {4, 4}, .block = {2, 2}, .grid = {2, 2}}));
  const auto written = [&](const std::string& ending) {
    const std::string path = in_pictures("saved" + ending);
    save_picture(path, picture);
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  CHECK(written(".svg") == picture.svg());
  CHECK(written(".html") == picture.page());
  if (libpng_version() != nullptr) CHECK(written(".png") == picture.png());
  CHECK_THROWS_WITH_AS(save_picture("x.jpg", picture),
                       "save_picture: x.jpg ends in none of .svg, .png and .html", ArgumentError);
  CHECK_THROWS_AS(save_picture("pictures/no/such/folder.svg", picture), FileError);
  CHECK_THROWS_AS(save_picture("pictures", picture), ArgumentError);
}

TEST_CASE("pictures: in a terminal a layout has the numbers of its owners, a plan its figures") {
  const Layout layout({.shape = {4, 4}, .block = {2, 2}, .grid = {2, 2}});
  CHECK(layout_picture(layout).text() + "\n" == draw(layout));
  const std::string coloured = layout_picture(layout).text(TerminalColours::True);
  CHECK(coloured.find("\x1b[48;2;86;180;233m") != std::string::npos);
  const Transfers moves(layout, Layout({.shape = {4, 4}, .block = {1, 4}, .grid = {4, 1}}));
  CHECK(plan_picture(moves, 8).text() + "\n" == moves.to_string(8));
}

TEST_CASE("terminal: text on colours, and pixels as half blocks") {
  CHECK(on_colour("7", {230, 159, 0}, TerminalColours::None) == "7");
  CHECK(on_colour("7", {230, 159, 0}, TerminalColours::True) ==
        "\x1b[38;2;0;0;0m\x1b[48;2;230;159;0m7\x1b[0m");
  CHECK(on_colour("7", {0, 0, 255}, TerminalColours::Palette) ==
        "\x1b[38;5;231m\x1b[48;5;21m7\x1b[0m");
  CHECK(on_colour("7", {128, 128, 128}, TerminalColours::Palette) ==
        "\x1b[38;5;16m\x1b[48;5;244m7\x1b[0m");
  Image image(3, 2, black);
  image(0, 0) = image(1, 0) = white;
  CHECK(half_blocks(image, TerminalColours::None) == "@ \n  \n");
  image = Image(2, 2, {1, 2, 3});
  CHECK(half_blocks(image, TerminalColours::True) ==
        "\x1b[38;2;1;2;3m\x1b[48;2;1;2;3m\u2580\u2580\x1b[0m\n");
}
