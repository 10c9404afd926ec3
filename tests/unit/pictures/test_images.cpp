// SPDX-License-Identifier: BSD-3-Clause
// Parts of pictures. Drawings are also written to the folder "pictures", where check_pictures.py
// reads them with an independent XML parser and PNG decoder.
#include <doctest/doctest.h>

#include <clocale>
#include <cmath>

#include <ashlar/base/error.hpp>
#include <ashlar/pictures/picture.hpp>

#include "io/atomic_file.hpp"
#include "picture_files.hpp"
#include "pictures/canvas.hpp"
#include "pictures/image.hpp"

using namespace ashlar;
using namespace ashlar::pictures;
using namespace ashlar::test;

TEST_CASE("canvas: the same calls give the same text, and any text is well-formed") {
  Canvas canvas;
  canvas.resize(100, 50);
  canvas.text({1.005, 2},
              "a<b & \"c\" 'd' > e \x01 \xff\xfe \xc3\xa9 \xed\xa0\x80 \xc0\xaf \xf5\x80");
  const std::string svg = canvas.to_svg();
  CHECK(svg.find("a&lt;b &amp; &quot;c&quot; &apos;d&apos; &gt; e \xef\xbf\xbd") !=
        std::string::npos);
  CHECK(svg.find("\xc3\xa9") != std::string::npos);
  CHECK(svg.find('\x01') == std::string::npos);
  CHECK(svg == canvas.to_svg());
  io::detail::write_whole_file(in_pictures("strange_text.svg"), svg);
}

TEST_CASE("canvas: coordinates have two decimals, no sign before zero and no locale") {
  const char* changed = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");  // if it is installed
  Canvas canvas;
  canvas.resize(10, 10);
  canvas.box({1.23456, -0.001, 0.5, 1}, {1, 2, 255});
  const std::string svg = canvas.to_svg();
  std::setlocale(LC_NUMERIC, "C");
  CAPTURE(changed);
  CHECK(svg.find("<rect x=\"1.23\" y=\"0\" width=\"0.5\" height=\"1\" fill=\"#0102ff\"/>") !=
        std::string::npos);
}

TEST_CASE("canvas: an image becomes PNG inside the text, or rectangles") {
  Canvas canvas;
  canvas.resize(30, 20);
  Image image(2, 3, black);
  image(0, 2) = {255, 0, 0};
  canvas.image({0, 0, 30, 20}, image);
  const std::string svg = canvas.to_svg();
  if (libpng_version() != nullptr) {
    CHECK(svg.find("href=\"data:image/png;base64,iVBOR") != std::string::npos);
    return;
  }
  // The canvas, two pixels in one rectangle, a red one, three in one.
  std::size_t count = 0;
  for (auto at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1))
    ++count;
  CHECK(count == 1 + 3);
}

TEST_CASE("colours: maps have their published ends and middles, and clamp") {
  CHECK(colour_of(ColourMap::Viridis, 0) == Colour{68, 1, 84});
  CHECK(colour_of(ColourMap::Viridis, 2) == Colour{253, 231, 37});
  CHECK(colour_of(ColourMap::CoolWarm, 0.5) == Colour{221, 221, 221});
  CHECK(colour_of(ColourMap::CoolWarm, -1) == Colour{59, 76, 192});
  CHECK(colour_of(ColourMap::Viridis, std::nan("")) == Colour{255, 0, 255});
}

TEST_CASE("png: the same bytes each time; without libpng the package is named") {
  Image waves(37, 51), greys(20, 33);
  for (Index i = 0; i < waves.rows(); ++i)
    for (Index j = 0; j < waves.cols(); ++j)
      waves(i, j) =
          colour_of(ColourMap::CoolWarm, 0.5 + std::sin(0.1 * static_cast<double>(i * j)) / 2);
  for (Index i = 0; i < greys.rows(); ++i)
    for (Index j = 0; j < greys.cols(); ++j) {
      const auto level = static_cast<std::uint8_t>(i * 11 + j);
      greys(i, j) = {level, level, level};
    }
  if (libpng_version() == nullptr) {
    CHECK_THROWS_WITH_AS(encode_png(waves), doctest::Contains("libpng-dev"), ArgumentError);
    return;
  }
  CHECK(encode_png(waves) == encode_png(waves));
  write_both("colours", waves);
  write_both("grey", greys);
  write_both("one_pixel", Image(1, 1, {9, 8, 7}));
}
