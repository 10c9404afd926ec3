// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>
#include <vector>

#include <ashlar/io/svg.hpp>

namespace ashlar::io {

/// A drawing of filled boxes, images and text, from which SVG and pixels are made alike.
class Picture {
 public:
  void box(const Box& box, Colour fill) { items_.emplace_back(Filled{box, fill}); }
  /// A line of one pixel around a box.
  void outline(const Box& box, Colour colour);
  void image(const Box& box, Image image) { items_.emplace_back(Pixels{box, std::move(image)}); }
  void text(Point at, std::string text, const TextStyle& style = {}) {
    items_.emplace_back(Words{at, std::move(text), style});
  }
  /// Gives the picture its size; at first it has none.
  void resize(double width, double height);

  double width() const { return width_; }
  double height() const { return height_; }

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

}  // namespace ashlar::io
