// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "image.hpp"

namespace ashlar::pictures {

/// Place in a drawing: x to the right, y downwards, in pixels.
struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

enum class Anchor { Start, Middle, End };

/// Style of a text.
struct TextStyle {
  double size = 12;
  Anchor anchor = Anchor::Start;
  Colour colour = {34, 34, 34};
  bool bold = false;
  bool upwards = false;  ///< turned by a quarter, to be read from the right
};

/// Drawing of filled boxes, images and text, from which SVG and pixels are made.
class Canvas {
 public:
  void box(const Box& box, Colour fill) { items_.emplace_back(Filled{box, fill}); }
  /// A line of one pixel around a box.
  void outline(const Box& box, Colour colour);
  /// An image stretched over a box, each pixel a rectangle with sharp edges.
  void image(const Box& box, Image image) { items_.emplace_back(Pixels{box, std::move(image)}); }
  /// Any text; a byte that is no character of XML is shown as U+FFFD.
  void text(Point at, std::string text, const TextStyle& style = {}) {
    items_.emplace_back(Words{at, std::move(text), style});
  }
  /// Gives the drawing its size; at first it has none.
  void resize(double width, double height);

  /// The text of an SVG file, whatever the locale. Images are embedded as PNG where the library has
  /// libpng, else as rectangles.
  std::string to_svg() const;
  /// `factor` pixels for each unit; text in a font of 5x7 pixels.
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

}  // namespace ashlar::pictures
