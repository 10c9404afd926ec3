// SPDX-License-Identifier: BSD-3-Clause
// What is drawn is also written to the folder "pictures", where check_pictures.py reads it with an
// XML parser and a decoder of PNG that are not ours.
#include <ashlar/io/heat_map.hpp>
#include <ashlar/io/png.hpp>
#include <ashlar/io/svg.hpp>
#include <ashlar/io/whole_file.hpp>

#include <doctest/doctest.h>

#include <clocale>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <ashlar/base/error.hpp>

using namespace ashlar;
using namespace ashlar::io;

namespace {

namespace fs = std::filesystem;

std::string in_pictures(const std::string& name) {
  fs::create_directories("pictures");
  return "pictures/" + name;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The picture as PNG, and beside it in the simplest format there is, for comparison.
void save_both(const std::string& name, const Image& image) {
  save_png(in_pictures(name + ".png"), image);
  std::ofstream plain(in_pictures(name + ".ppm"), std::ios::binary);
  plain << "P6\n" << image.cols() << ' ' << image.rows() << "\n255\n";
  for (const Colour c : image.pixels())
    plain << static_cast<char>(c.red) << static_cast<char>(c.green) << static_cast<char>(c.blue);
}

}  // namespace

TEST_CASE("svg: the same calls give the same text, and any text is well-formed") {
  SvgCanvas canvas(100, 50);
  canvas.line({0, 0}, {100, 50}, {.stroke = black, .dashed = true});
  canvas.text({1.005, 2},
              "a<b & \"c\" 'd' > e \x01 \xff\xfe \xc3\xa9 \xed\xa0\x80 \xc0\xaf \xf5\x80");
  const std::string svg = canvas.to_svg();
  CHECK(svg.find("a&lt;b &amp; &quot;c&quot; &apos;d&apos; &gt; e \xef\xbf\xbd") !=
        std::string::npos);
  CHECK(svg.find("\xc3\xa9") != std::string::npos);
  CHECK(svg.find('\x01') == std::string::npos);
  CHECK(svg == canvas.to_svg());
  write_whole_file(in_pictures("strange_text.svg"), svg);
}

TEST_CASE("svg: coordinates have two decimals, no sign before zero and no locale") {
  const char* changed = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");  // where it is installed
  SvgCanvas canvas(10, 10);
  canvas.circle({1.23456, -0.001}, 0.5, {.fill = Colour{1, 2, 255}});
  std::setlocale(LC_NUMERIC, "C");
  CAPTURE(changed);
  CHECK(canvas.to_svg().find("<circle cx=\"1.23\" cy=\"0\" r=\"0.5\" fill=\"#0102ff\"/>") !=
        std::string::npos);
  CHECK_THROWS_AS(canvas.line({std::nan(""), 0}, {1, 1}, {}), ArgumentError);
  CHECK_THROWS_AS(SvgCanvas(0, 10), ArgumentError);
  CHECK_THROWS_AS(SvgCanvas(10, std::nan("")), ArgumentError);
}

TEST_CASE("image: colour maps have their published ends and middles, and clamp") {
  CHECK(colour_of(ColourMap::Grey, 0.5) == Colour{128, 128, 128});
  CHECK(colour_of(ColourMap::Viridis, 0) == Colour{68, 1, 84});
  CHECK(colour_of(ColourMap::Viridis, 2) == Colour{253, 231, 37});
  CHECK(colour_of(ColourMap::CoolWarm, 0.5) == Colour{221, 221, 221});
  CHECK(colour_of(ColourMap::CoolWarm, -1) == Colour{59, 76, 192});
  CHECK(colour_of(ColourMap::Grey, std::nan("")) == Colour{255, 0, 255});
}

TEST_CASE("image: a heat map has one pixel for each element") {
  const double inf = std::numeric_limits<double>::infinity();
  const double values[2][3] = {{-1, 0, 1}, {inf, -inf, std::nan("")}};
  const auto image =
      heat_map({2, 3}, [&](Index i, Index j) { return values[i][j]; }, {.map = ColourMap::Grey});
  CHECK(image(0, 0) == black);
  CHECK(image(0, 1) == Colour{128, 128, 128});
  CHECK(image(0, 2) == white);
  CHECK(image(1, 0) == white);
  CHECK(image(1, 1) == black);
  CHECK(image(1, 2) == Colour{255, 0, 255});
  const auto constant = heat_map({1, 1}, [](Index, Index) { return 5.0; });
  CHECK(constant(0, 0) == Colour{68, 1, 84});
  const auto one = [](Index, Index) { return 1.0; };
  const std::int8_t bytes[] = {-1, 1, 1, 1};
  const auto quarter = heat_map(LocalView<const std::int8_t>{bytes, 2, 2, 1, 2});
  CHECK(quarter(0, 0) == Colour{68, 1, 84});
  CHECK(quarter(1, 0) == Colour{253, 231, 37});
  CHECK_THROWS_AS(heat_map({0, 3}, one), ArgumentError);
  CHECK_THROWS_AS(heat_map({1, 1}, one, {.low = 2.0, .high = 1.0}), ArgumentError);
  CHECK_THROWS_AS(heat_map({1, 1}, one, {.low = std::nan("")}), ArgumentError);
}

TEST_CASE("image: pictures are enlarged and put side by side") {
  Image image(1, 2, black);
  image(0, 1) = {1, 2, 3};
  const Image large = enlarged(image, 2);
  CHECK(large.rows() == 2);
  CHECK(large(1, 1) == black);
  CHECK(large(1, 2) == Colour{1, 2, 3});
  const Image three = mosaic({image, image, image}, {.columns = 2, .gap = 1});
  CHECK(three.rows() == 5);
  CHECK(three.cols() == 7);
  CHECK(three(1, 5) == Colour{1, 2, 3});
  CHECK(three(3, 2) == Colour{1, 2, 3});
  CHECK(three(3, 4) == white);
  CHECK_THROWS_AS(mosaic({}), ArgumentError);
  CHECK_THROWS_AS(mosaic({image, large}), ArgumentError);
  CHECK_THROWS_AS(enlarged(image, 0), ArgumentError);
  CHECK_THROWS_AS(Image(0, 1), ArgumentError);
  CHECK_THROWS_AS(Image(Index{1} << 31, 1), ArgumentError);
}

TEST_CASE("png: written whole, the same bytes each time; without libpng the package is named") {
  const auto wave = [](Index i, Index j) { return std::sin(0.1 * static_cast<double>(i * j)); };
  const Image colours = heat_map({37, 51}, wave, {.map = ColourMap::CoolWarm});
  if (!png_is_available()) {
    CHECK_THROWS_WITH_AS(encode_png(colours), doctest::Contains("libpng-dev"), ArgumentError);
    return;
  }
  save_both("colours", colours);
  save_both("grey", heat_map({20, 33}, wave, {.map = ColourMap::Grey}));
  save_both("one_pixel", Image(1, 1, {9, 8, 7}));
  CHECK(content(in_pictures("colours.png")) == encode_png(colours));
  CHECK_THROWS_AS(save_png("pictures/no/such/folder.png", colours), FileError);
  CHECK_THROWS_AS(save_png("pictures", colours), FileError);
}

TEST_CASE("whole file: a new one replaces the old, an error leaves nothing") {
  const std::string path = in_pictures("whole.txt");
  write_whole_file(path, "a longer text");
  write_whole_file(path, "short");
  CHECK(content(path) == "short");
  CHECK_THROWS_AS(write_whole_file("pictures/none/x", "text"), FileError);
  for (const auto& entry : fs::directory_iterator("pictures"))
    CHECK(entry.path().filename().string().find("ashlar-tmp") == std::string::npos);
}
