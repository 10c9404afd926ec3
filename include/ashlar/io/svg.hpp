// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <ashlar/io/image.hpp>

namespace ashlar::io {

/// A place in a drawing: x to the right, y downwards, in pixels.
struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// Style of a shape.
struct ShapeStyle {
  std::optional<Colour> fill = {}, stroke = {};
  double stroke_width = 1;
  double opacity = 1;
  bool dashed = false;
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

/// A drawing that becomes the text of an SVG file. The same calls give the same text, whatever the
/// locale; any text may be shown. Pure: no file, no MPI.
/// @example SvgCanvas canvas(200, 100);
///          canvas.line({0, 0}, {200, 100}, {.stroke = black});
///          write_whole_file("cross.svg", canvas.to_svg());
class SvgCanvas {
 public:
  /// A white canvas.
  /// @throws ArgumentError  unless both sizes are positive and finite
  SvgCanvas(double width, double height);

  /// All of these throw ArgumentError for a coordinate that is not finite.
  void line(Point from, Point to, const ShapeStyle& style);
  void polyline(std::span<const Point> points, const ShapeStyle& style);
  void polygon(std::span<const Point> points, const ShapeStyle& style);
  void rectangle(const Box& box, const ShapeStyle& style);
  void circle(Point centre, double radius, const ShapeStyle& style);
  void text(Point at, std::string_view text, const TextStyle& style = {});

  /// A picture stretched over `box`, each pixel a rectangle with sharp edges. With libpng it is
  /// embedded as PNG, else drawn pixel by pixel.
  void image(const Box& box, const Image& image);

  /// Clips what follows to `box`, until end_clip(). May be nested.
  void begin_clip(const Box& box);
  void end_clip();

  double width() const { return width_; }
  double height() const { return height_; }

  /// The whole file.
  /// @pre as many end_clip() as begin_clip()
  std::string to_svg() const;

 private:
  void shape(std::string_view element, std::string_view attributes, const ShapeStyle& style);

  double width_, height_;
  std::string body_;
};

}  // namespace ashlar::io
