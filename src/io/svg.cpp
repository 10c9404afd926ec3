// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/svg.hpp>

#include <array>
#include <charconv>
#include <cmath>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/expect.hpp>
#include <ashlar/io/png.hpp>

#include "drawings/base64.hpp"
#include "xml.hpp"

namespace ashlar::io {
namespace {

/// With at most two decimals: a hundredth of a pixel is not seen.
std::string number(double value) {
  expect(std::isfinite(value) && std::abs(value) < 1e9, "SvgCanvas: a coordinate is ", value,
         "; give finite ones below 1e9");
  const double rounded = std::round(value * 100) / 100;
  std::array<char, 64> text = {};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), rounded == 0 ? 0.0 : rounded).ptr;
  return {text.data(), end};
}

std::string attribute(std::string_view name, double value) {
  return concat(' ', name, "=\"", number(value), '"');
}

std::string hexadecimal(Colour c) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "#";
  for (const int channel : {c.red, c.green, c.blue}) {
    text += digits[channel / 16];
    text += digits[channel % 16];
  }
  return text;
}

std::string colour_attribute(std::string_view name, const std::optional<Colour>& colour) {
  return concat(' ', name, "=\"", colour ? hexadecimal(*colour) : "none", '"');
}

std::string points_attribute(std::span<const Point> points) {
  std::string text = " points=\"";
  for (const Point& p : points) {
    if (&p != points.data()) text += ' ';
    text += number(p.x) + ',' + number(p.y);
  }
  return text + '"';
}

std::string box_attributes(const Box& box) {
  return attribute("x", box.x) + attribute("y", box.y) + attribute("width", box.width) +
         attribute("height", box.height);
}

std::string_view word_of(Anchor anchor) {
  constexpr std::array<std::string_view, 3> words = {"start", "middle", "end"};
  return words[static_cast<std::size_t>(anchor)];
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height) : width_(width), height_(height) {
  expect(width > 0 && height > 0, "SvgCanvas: ", width, " x ", height,
         "; both sizes must be positive");
  rectangle({0, 0, width, height}, {.fill = white});
}

void SvgCanvas::shape(std::string_view element, std::string_view attributes,
                      const ShapeStyle& style) {
  body_ += concat('<', element, attributes, colour_attribute("fill", style.fill));
  if (style.stroke)
    body_ += colour_attribute("stroke", style.stroke) +
             attribute("stroke-width", style.stroke_width) + " stroke-linejoin=\"round\"";
  if (style.dashed) body_ += " stroke-dasharray=\"6 4\"";
  if (style.opacity != 1) body_ += attribute("opacity", style.opacity);
  body_ += "/>\n";
}

void SvgCanvas::line(Point from, Point to, const ShapeStyle& style) {
  shape("line",
        attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
            attribute("y2", to.y),
        style);
}

void SvgCanvas::polyline(std::span<const Point> points, const ShapeStyle& style) {
  shape("polyline", points_attribute(points), style);
}

void SvgCanvas::polygon(std::span<const Point> points, const ShapeStyle& style) {
  shape("polygon", points_attribute(points), style);
}

void SvgCanvas::rectangle(const Box& box, const ShapeStyle& style) {
  shape("rect", box_attributes(box), style);
}

void SvgCanvas::circle(Point centre, double radius, const ShapeStyle& style) {
  shape("circle", attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius),
        style);
}

void SvgCanvas::text(Point at, std::string_view text, const TextStyle& style) {
  body_ += "<text" + attribute("x", at.x) + attribute("y", at.y) +
           attribute("font-size", style.size) + colour_attribute("fill", style.colour);
  if (style.anchor != Anchor::Start) body_ += concat(" text-anchor=\"", word_of(style.anchor), '"');
  if (style.bold) body_ += " font-weight=\"bold\"";
  if (style.upwards)
    body_ += concat(" transform=\"rotate(-90 ", number(at.x), ' ', number(at.y), ")\"");
  body_ += concat('>', xml_escaped(text), "</text>\n");
}

void SvgCanvas::image(const Box& box, const Image& image) {
  if (png_is_available()) {
    body_ += concat("<image", box_attributes(box),
                    " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
                    "href=\"data:image/png;base64,",
                    base64(encode_png(image)), "\"/>\n");
    return;
  }
  const double width = box.width / static_cast<double>(image.cols());
  const double height = box.height / static_cast<double>(image.rows());
  for (Index i = 0; i < image.rows(); ++i)
    for (Index j = 0, end = 0; j < image.cols(); j = end) {
      // Neighbours of one colour are one rectangle.
      while (end < image.cols() && image(i, end) == image(i, j)) ++end;
      rectangle({box.x + static_cast<double>(j) * width, box.y + static_cast<double>(i) * height,
                 static_cast<double>(end - j) * width, height},
                {.fill = image(i, j)});
    }
}

void SvgCanvas::begin_clip(const Box& box) {
  // An inner viewport clips without a name, so that several drawings can share a page.
  body_ += concat("<svg", box_attributes(box), " viewBox=\"", number(box.x), ' ', number(box.y),
                  ' ', number(box.width), ' ', number(box.height), "\">\n");
}

void SvgCanvas::end_clip() { body_ += "</svg>\n"; }

std::string SvgCanvas::to_svg() const {
  return concat("<svg xmlns=\"http://www.w3.org/2000/svg\"", attribute("width", width_),
                attribute("height", height_), " viewBox=\"0 0 ", number(width_), ' ',
                number(height_), "\" font-family=\"sans-serif\">\n", body_, "</svg>\n");
}

}  // namespace ashlar::io
