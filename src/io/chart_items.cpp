// SPDX-License-Identifier: BSD-3-Clause
#include "chart_items.hpp"

#include <algorithm>
#include <cmath>

namespace ashlar::io {
namespace {

using Item = Chart::Item;
using Kind = Chart::Kind;

/// The stretches of points between gaps. Marks say where the gaps are.
std::vector<std::vector<Point>> stretches(const std::vector<Point>& points) {
  std::vector<std::vector<Point>> result(1);
  for (const Point p : points) {
    if (!std::isnan(p.x) && !std::isnan(p.y)) result.back().push_back(p);
    else if (!result.back().empty()) result.emplace_back();
  }
  if (result.back().empty()) result.pop_back();
  return result;
}

std::vector<Point> points_of(const Frame& frame, const std::vector<double>& x,
                             const std::vector<double>& y) {
  std::vector<Point> points;
  for (std::size_t k = 0; k < x.size(); ++k) points.push_back(frame.at(x[k], y[k]));
  return points;
}

void draw_band(SvgCanvas& canvas, const Frame& frame, const Item& item) {
  std::vector<double> low = item.series.y, high = item.high;
  for (std::size_t k = 0; k < low.size(); ++k)
    if (std::isnan(low[k]) || std::isnan(high[k])) low[k] = high[k] = std::nan("");
  const auto below = stretches(points_of(frame, item.series.x, low));
  const auto above = stretches(points_of(frame, item.series.x, high));
  for (std::size_t k = 0; k < below.size(); ++k) {
    std::vector<Point> outline = below[k];
    outline.insert(outline.end(), above[k].rbegin(), above[k].rend());
    canvas.polygon(outline, {.fill = item.colour, .opacity = item.opacity});
  }
}

void draw_bars(SvgCanvas& canvas, const Frame& frame, const Item& item, Slot slot) {
  const double each = slot.width / slot.count;
  for (std::size_t k = 0; k < item.series.x.size(); ++k) {
    const double left = item.series.x[k] - slot.width / 2 + slot.index * each;
    const Point a = frame.at(left, item.series.y[k]);
    if (std::isnan(a.x) || std::isnan(a.y)) continue;
    const double base = frame.y.base_pixel();
    canvas.rectangle(
        {a.x, std::min(a.y, base), frame.x.pixel(left + each) - a.x, std::abs(a.y - base)},
        {.fill = item.colour});
  }
}

}  // namespace

void draw_item(SvgCanvas& canvas, const Frame& frame, const Item& item, Slot slot) {
  const auto points = points_of(frame, item.series.x, item.series.y);
  switch (item.kind) {
    case Kind::Line:
      for (const auto& stretch : stretches(points))
        canvas.polyline(stretch, {.stroke = item.colour,
                                  .stroke_width = item.series.width,
                                  .dashed = item.series.dashed});
      return;
    case Kind::Points:
      for (const auto& stretch : stretches(points))
        for (const Point p : stretch) canvas.circle(p, item.series.width, {.fill = item.colour});
      return;
    case Kind::Bars: return draw_bars(canvas, frame, item, slot);
    case Kind::Band: return draw_band(canvas, frame, item);
  }
}

std::vector<Point> ink_of(const Frame& frame, const std::vector<Item>& items) {
  constexpr int between = 8;
  std::vector<Point> ink;
  for (const Item& item : items)
    for (const auto& stretch : stretches(points_of(frame, item.series.x, item.series.y)))
      for (std::size_t k = 0; k < stretch.size(); ++k) {
        const Point a = stretch[k];
        const bool is_bar = item.kind == Kind::Bars;
        const bool last = !is_bar && (k + 1 == stretch.size() || item.kind == Kind::Points);
        const Point b = last ? a : is_bar ? Point{a.x, frame.y.base_pixel()} : stretch[k + 1];
        for (int part = 0; part < (last ? 1 : between); ++part) {
          const double share = static_cast<double>(part) / between;
          ink.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
        }
      }
  return ink;
}

}  // namespace ashlar::io
