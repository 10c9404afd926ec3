// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <ashlar/base/concat.hpp>
#include <ashlar/pictures/picture.hpp>

#include "canvas.hpp"
#include "image.hpp"

namespace ashlar::pictures {
namespace {

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  // 0: invalid UTF-8
};

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

CodePoint first_of(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc0 || lead > 0xf4 || text.size() < bytes) return {};
  char32_t value = lead & (0x7f >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) {
    if (!continues(text[k])) return {};
    value = value << 6 | (static_cast<unsigned char>(text[k]) & 0x3f);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[bytes]) return {};
  return {value, bytes};
}

/// Char of XML 1.0.
bool is_xml_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xd800 || (c >= 0xe000 && c < 0xfffe) || (c >= 0x10000 && c < 0x110000);
}

/// Base64 of RFC 4648, section 4, padded.
std::string base64(std::string_view bytes) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    const std::string_view three = bytes.substr(k, 3);
    std::uint32_t bits = 0;
    for (std::size_t b = 0; b < 3; ++b)
      bits = bits << 8 | (b < three.size() ? static_cast<unsigned char>(three[b]) : 0U);
    for (std::size_t c = 0; c < 4; ++c)
      text += c <= three.size() ? alphabet[bits >> (18 - 6 * c) & 63] : '=';
  }
  return text;
}

/// Hundredths of a pixel suffice.
std::string coordinate(double value) {
  const double rounded = std::round(value * 100) / 100;
  std::array<char, 64> text = {};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), rounded == 0 ? 0.0 : rounded).ptr;
  return {text.data(), end};
}

std::string attribute(std::string_view name, double value) {
  return concat(' ', name, "=\"", coordinate(value), '"');
}

std::string fill_attribute(Colour c) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = " fill=\"#";
  for (const int channel : {c.red, c.green, c.blue}) {
    text += digits[channel / 16];
    text += digits[channel % 16];
  }
  return text + '"';
}

std::string box_attributes(const Box& box) {
  return attribute("x", box.x) + attribute("y", box.y) + attribute("width", box.width) +
         attribute("height", box.height);
}

std::string rectangle(const Box& box, Colour fill) {
  return concat("<rect", box_attributes(box), fill_attribute(fill), "/>\n");
}

std::string words(Point at, std::string_view text, const TextStyle& style) {
  constexpr std::array<std::string_view, 3> anchors = {"start", "middle", "end"};
  std::string svg = "<text" + attribute("x", at.x) + attribute("y", at.y) +
                    attribute("font-size", style.size) + fill_attribute(style.colour);
  if (style.anchor != Anchor::Start)
    svg += concat(" text-anchor=\"", anchors[static_cast<std::size_t>(style.anchor)], '"');
  if (style.bold) svg += " font-weight=\"bold\"";
  if (style.upwards)
    svg += concat(" transform=\"rotate(-90 ", coordinate(at.x), ' ', coordinate(at.y), ")\"");
  return concat(svg, '>', xml_escaped(text), "</text>\n");
}

std::string pixels(const Box& box, const Image& image) {
  if (libpng_version() != nullptr)
    return concat("<image", box_attributes(box),
                  " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" "
                  "href=\"data:image/png;base64,",
                  base64(encode_png(image)), "\"/>\n");
  std::string svg;
  const double width = box.width / static_cast<double>(image.cols());
  const double height = box.height / static_cast<double>(image.rows());
  for (Index i = 0; i < image.rows(); ++i)
    for (Index j = 0, end = 0; j < image.cols(); j = end) {
      // Neighbours of equal colour share a rectangle.
      while (end < image.cols() && image(i, end) == image(i, j)) ++end;
      svg += rectangle(
          {box.x + static_cast<double>(j) * width, box.y + static_cast<double>(i) * height,
           static_cast<double>(end - j) * width, height},
          image(i, j));
    }
  return svg;
}

}  // namespace

std::string Canvas::to_svg() const {
  std::string svg = concat("<svg xmlns=\"http://www.w3.org/2000/svg\"", attribute("width", width_),
                           attribute("height", height_), " viewBox=\"0 0 ", coordinate(width_), ' ',
                           coordinate(height_), "\" font-family=\"sans-serif\">\n",
                           rectangle({0, 0, width_, height_}, white));
  for (const auto& item : items_) {
    if (const auto* filled = std::get_if<Filled>(&item))
      svg += rectangle(filled->box, filled->fill);
    else if (const auto* some = std::get_if<Pixels>(&item)) svg += pixels(some->box, some->image);
    else if (const auto* text = std::get_if<Words>(&item))
      svg += words(text->at, text->text, text->style);
  }
  return svg + "</svg>\n";
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint c = first_of(text);
    const std::size_t bytes = std::max<std::size_t>(c.bytes, 1);
    if (c.bytes == 0 || !is_xml_character(c.value)) result += "\xef\xbf\xbd";
    else if (c.value == '&') result += "&amp;";
    else if (c.value == '<') result += "&lt;";
    else if (c.value == '>') result += "&gt;";
    else if (c.value == '"') result += "&quot;";
    else if (c.value == '\'') result += "&apos;";
    else result += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return result;
}

std::size_t length_of_utf8(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

}  // namespace ashlar::pictures
