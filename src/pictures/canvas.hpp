// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "image.hpp"

namespace ashlar::pictures {

/// Position: x to the right, y downwards, in pixels.
struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

enum class Anchor { Start, Middle, End };

struct TextStyle {
  double size = 12;
  Anchor anchor = Anchor::Start;
  Colour colour = {34, 34, 34};
  bool bold = false;
  bool upwards = false;  ///< rotated by 90 degrees counterclockwise
};

/// Drawing of filled boxes, images and text.
class Canvas {
 public:
  void box(const Box& box, Colour fill) { items_.emplace_back(Filled{box, fill}); }
  /// One-pixel outline of a box.
  void outline(const Box& box, Colour colour);
  /// Image stretched over a box, with sharp pixel edges.
  void image(const Box& box, Image image) { items_.emplace_back(Pixels{box, std::move(image)}); }
  /// Text; invalid XML characters become U+FFFD.
  void text(Point at, std::string text, const TextStyle& style = {}) {
    items_.emplace_back(Words{at, std::move(text), style});
  }
  /// Sets the size, initially 0.
  void resize(double width, double height);

  /// Locale-independent SVG. Images are embedded as PNG with libpng, otherwise as rectangles.
  std::string to_svg() const;
  /// Image with `factor` pixels per unit and a font of 5x7 pixels.
  Image to_image(int factor = 2) const;

 private:
  struct Filled {
    Box box;
    Colour fill;
  };
  struct Pixels {
    Box box;
    Image image;
  };
  struct Words {
    Point at;
    std::string text;
    TextStyle style;
  };

  double width_ = 0, height_ = 0;
  std::vector<std::variant<Filled, Pixels, Words>> items_;
};

/// Text for XML 1.0, also in attributes: special characters are escaped, invalid ones (controls,
/// broken UTF-8) become U+FFFD.
std::string xml_escaped(std::string_view text);

/// Code points of UTF-8 text.
std::size_t length_of_utf8(std::string_view text);

}  // namespace ashlar::pictures
