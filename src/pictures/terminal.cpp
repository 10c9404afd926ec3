// SPDX-License-Identifier: BSD-3-Clause
#include "terminal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include <ashlar/base/concat.hpp>

namespace ashlar::pictures {
namespace {

constexpr const char* reset = "\x1b[0m";

int squared_distance(Colour a, Colour b) {
  const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
  return red * red + green * green + blue * blue;
}

/// Nearest colour of xterm: 216 in a cube from 16 on, and 24 greys from 232 on.
int palette_number(Colour c) {
  constexpr std::array<int, 6> levels = {0, 95, 135, 175, 215, 255};
  const auto nearest = [&](int channel) {
    const auto closer = [&](int a, int b) { return std::abs(a - channel) < std::abs(b - channel); };
    return static_cast<int>(std::min_element(levels.begin(), levels.end(), closer) -
                            levels.begin());
  };
  const int red = nearest(c.red), green = nearest(c.green), blue = nearest(c.blue);
  const auto level = [&](int k) {
    return static_cast<std::uint8_t>(levels[static_cast<std::size_t>(k)]);
  };
  const int mean = (c.red + c.green + c.blue) / 3, step = std::clamp((mean - 3) / 10, 0, 23);
  const auto grey = static_cast<std::uint8_t>(8 + 10 * step);
  const bool is_grey = squared_distance(c, {grey, grey, grey}) <
                       squared_distance(c, {level(red), level(green), level(blue)});
  return is_grey ? 232 + step : 16 + 36 * red + 6 * green + blue;
}

/// Code that sets the foreground ("38") or background ("48").
std::string code(const char* what, Colour c, TerminalColours colours) {
  return colours == TerminalColours::True
             ? concat("\x1b[", what, ";2;", +c.red, ';', +c.green, ';', +c.blue, 'm')
             : concat("\x1b[", what, ";5;", palette_number(c), 'm');
}

char shade_of(Colour upper, Colour lower) {
  constexpr std::string_view shades = " .:-=+*#%@";
  const int light = upper.red + upper.green + upper.blue + lower.red + lower.green + lower.blue;
  return shades[static_cast<std::size_t>(light) * (shades.size() - 1) / (6 * 255)];
}

}  // namespace

std::string on_colour(std::string_view text, Colour background, TerminalColours colours) {
  if (colours == TerminalColours::None) return std::string(text);
  return concat(code("38", ink_on(background), colours), code("48", background, colours), text,
                reset);
}

std::string half_blocks(const Image& image, TerminalColours colours) {
  std::string text;
  for (Index i = 0; i < image.rows(); i += 2) {
    std::string last;
    for (Index j = 0; j < image.cols(); ++j) {
      const Colour upper = image(i, j);
      const bool has_lower = i + 1 < image.rows();
      if (colours == TerminalColours::None) {
        text += shade_of(upper, has_lower ? image(i + 1, j) : upper);
        continue;
      }
      std::string codes = code("38", upper, colours);
      codes += has_lower ? code("48", image(i + 1, j), colours) : "\x1b[49m";
      if (codes != last) text += codes;
      last = codes;
      text += "\u2580";
    }
    text += colours == TerminalColours::None ? "\n" : concat(reset, "\n");
  }
  return text;
}

}  // namespace ashlar::pictures
