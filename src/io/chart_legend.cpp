// SPDX-License-Identifier: BSD-3-Clause
#include "chart_legend.hpp"

#include <algorithm>
#include <array>

#include "xml.hpp"

namespace ashlar::io {
namespace {

constexpr double text_size = 12, line_height = 18, margin = 8, swatch = 22;

bool contains(const Box& box, Point p) {
  return box.x <= p.x && p.x <= box.x + box.width && box.y <= p.y && p.y <= box.y + box.height;
}

/// The legend's place: the corner with the least ink, the right ones and the upper ones first.
Box emptiest_corner(const Box& box, double width, double height, const std::vector<Point>& ink) {
  const double left = box.x + margin, right = box.x + box.width - width - margin;
  const double top = box.y + margin, bottom = box.y + box.height - height - margin;
  const std::array<Box, 4> corners = {{{right, top, width, height},
                                       {left, top, width, height},
                                       {right, bottom, width, height},
                                       {left, bottom, width, height}}};
  const auto covered = [&](const Box& corner) {
    return std::count_if(ink.begin(), ink.end(), [&](Point p) { return contains(corner, p); });
  };
  return *std::min_element(corners.begin(), corners.end(),
                           [&](const Box& a, const Box& b) { return covered(a) < covered(b); });
}

void draw_swatch(SvgCanvas& canvas, Point left, const Chart::Item& item) {
  const Point right = {left.x + swatch, left.y}, middle = {left.x + swatch / 2, left.y};
  switch (item.kind) {
    case Chart::Kind::Line:
      return canvas.line(
          left, right,
          {.stroke = item.colour, .stroke_width = item.series.width, .dashed = item.series.dashed});
    case Chart::Kind::Points:
      return canvas.circle(middle, std::max(item.series.width, 2.0), {.fill = item.colour});
    case Chart::Kind::Bars:
    case Chart::Kind::Band:
      return canvas.rectangle({left.x, left.y - 5, swatch, 10},
                              {.fill = item.colour, .opacity = item.opacity});
  }
}

}  // namespace

double width_of_text(std::string_view text, double size) {
  return 0.56 * size * static_cast<double>(length_of_utf8(text));
}

void draw_legend(SvgCanvas& canvas, const Box& box, const std::vector<Chart::Item>& items,
                 const std::vector<Point>& ink) {
  double widest = 0, rows = 0;
  for (const auto& item : items) {
    if (item.series.label.empty()) continue;
    widest = std::max(widest, width_of_text(item.series.label, text_size));
    ++rows;
  }
  if (rows == 0) return;

  const Box place =
      emptiest_corner(box, widest + swatch + 3 * margin, rows * line_height + margin, ink);
  canvas.rectangle(place, {.fill = white, .stroke = Colour{204, 204, 204}, .opacity = 0.9});
  double y = place.y + margin / 2 + line_height / 2;
  for (const auto& item : items) {
    if (item.series.label.empty()) continue;
    draw_swatch(canvas, {place.x + margin, y}, item);
    canvas.text({place.x + 2 * margin + swatch, y + 4}, item.series.label, {.size = text_size});
    y += line_height;
  }
}

}  // namespace ashlar::io
