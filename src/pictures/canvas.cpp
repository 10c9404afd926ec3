// SPDX-License-Identifier: BSD-3-Clause
#include "canvas.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ashlar::pictures {
namespace {

constexpr int glyph_rows = 7, glyph_cols = 5, advance = 6;

// Glyphs of ' ' to '~', seven rows each: '0' plus five bits. Bit 4 is the leftmost pixel.
constexpr std::string_view glyphs =
    "00000004444404:::0000::O:O::4?D>5N4HI248C3<BD8EB=448000024888428422248"  // ' ' to )
    "04E>E40044O4400000<48000O00000000<<01248@0>ACEIA>4<4444>>A1248OO2421A>"  // * to 3
    "26:BO22O@N11A>68@NAA>O124888>AA>AA>>AA?12<0<<0<<00<<0<48248@84200O0O00"  // 4 to =
    "8421248>A12404>A1=EE>>AAAOAANAANAAN>A@@@A>LBAAABLO@@N@@OO@@N@@@>A@GAA?"  // > to G
    "AAAOAAA>44444>72222B<ABDHDBA@@@@@@OAKEEAAAAAIECAA>AAAAA>NAAN@@@>AAAEB="  // H to Q
    "NAANDBA?@@>11NO444444AAAAAA>AAAAA:4AAAEEE:AA:4:AAAAA:444O1248@O>88888>"  // R to [
    "0@84210>22222>4:A0000000000O842000000>1?A?@@FIAAN00>@@A>11=CAA?00>AO@>"  // \ to e
    "698L8880?AA?1>@@FIAAA40<444>20622B<@@BDHDB<44444>00JEEAA00FIAAA00>AAA>"  // f to o
    "0NAAN@@0=CA?1100FI@@@00>@>1N88L889600AAAC=00AAA:400AAEE:00A:4:A0AAA?1>"  // p to y
    "00O248O244844244444448442448008E200";                                    // z to ~

/// Bits of a row of a glyph. Characters other than printable ASCII become "?".
int glyph_row(char c, Index row) {
  const bool is_known = c >= ' ' && c <= '~';
  return glyphs[static_cast<std::size_t>(glyph_rows * ((is_known ? c : '?') - ' ') + row)] - '0';
}

/// Draws text in a font of 5x7 pixels, `factor` pixels per unit.
void write_pixels(Image& image, Point at, std::string_view text, const TextStyle& style,
                  int factor) {
  const Index dot = std::max<Index>(1, static_cast<Index>(style.size * factor / 12));
  const Index width = dot * (advance * std::ssize(text) - 1);
  const Index back = style.anchor == Anchor::Start ? 0
                     : style.anchor == Anchor::End ? width
                                                   : width / 2;
  const Index x = std::lround(at.x * factor), y = std::lround(at.y * factor);
  const auto ink = [&](Index along, Index up) {
    const Index i = style.upwards ? y - along : y - up;
    const Index j = style.upwards ? x - up : x + along;
    if (i >= 0 && i < image.rows() && j >= 0 && j < image.cols()) image(i, j) = style.colour;
  };
  Index start = -back;
  for (const char c : text) {
    for (Index row = 0; row < glyph_rows; ++row)
      for (Index col = 0; col < glyph_cols; ++col) {
        if ((glyph_row(c, row) >> (glyph_cols - 1 - col) & 1) == 0) continue;
        for (Index a = 0; a < dot * dot; ++a)
          ink(start + col * dot + a % dot, (glyph_rows - 1 - row) * dot + a / dot);
      }
    start += advance * dot;
  }
}

/// Pixels of an interval, at least one, within the image.
Range pixels_of(double first, double length, int factor, Index most) {
  const Index from = std::lround(first * factor);
  const Index to = std::max<Index>(from + 1, std::lround((first + length) * factor));
  return {std::clamp<Index>(from, 0, most), std::clamp<Index>(to, 0, most)};
}

void paint(Image& target, const Box& box, Colour fill, int factor) {
  const Range rows = pixels_of(box.y, box.height, factor, target.rows());
  const Range cols = pixels_of(box.x, box.width, factor, target.cols());
  for (Index i = rows.first; i < rows.last; ++i)
    for (Index j = cols.first; j < cols.last; ++j) target(i, j) = fill;
}

void paint(Image& target, const Box& box, const Image& image, int factor) {
  const Range rows = pixels_of(box.y, box.height, factor, target.rows());
  const Range cols = pixels_of(box.x, box.width, factor, target.cols());
  for (Index i = rows.first; i < rows.last; ++i)
    for (Index j = cols.first; j < cols.last; ++j)
      target(i, j) = image((i - rows.first) * image.rows() / rows.size(),
                           (j - cols.first) * image.cols() / cols.size());
}

}  // namespace

void Canvas::outline(const Box& b, Colour colour) {
  box({b.x, b.y, b.width, 1}, colour);
  box({b.x, b.y + b.height - 1, b.width, 1}, colour);
  box({b.x, b.y + 1, 1, b.height - 2}, colour);
  box({b.x + b.width - 1, b.y + 1, 1, b.height - 2}, colour);
}

void Canvas::resize(double width, double height) {
  width_ = width;
  height_ = height;
}

Image Canvas::to_image(int factor) const {
  Image image(std::lround(height_ * factor), std::lround(width_ * factor));
  for (const auto& item : items_) {
    if (const auto* filled = std::get_if<Filled>(&item))
      paint(image, filled->box, filled->fill, factor);
    else if (const auto* pixels = std::get_if<Pixels>(&item))
      paint(image, pixels->box, pixels->image, factor);
    else if (const auto* words = std::get_if<Words>(&item))
      write_pixels(image, words->at, words->text, words->style, factor);
  }
  return image;
}

}  // namespace ashlar::pictures
