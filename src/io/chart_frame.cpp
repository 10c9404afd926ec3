// SPDX-License-Identifier: BSD-3-Clause
#include "chart_frame.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <ashlar/base/expect.hpp>

#include "chart_legend.hpp"

namespace ashlar::io {
namespace {

using Item = Chart::Item;
using Kind = Chart::Kind;

Extent extent_of_x(const std::vector<Item>& items) {
  Extent extent;
  const double half = width_of_bars(items) / 2;
  for (const Item& item : items)
    for (const double x : item.series.x) {
      const double around = item.kind == Kind::Bars ? half : 0;
      extent.include(x - around);
      extent.include(x + around);
    }
  return extent;
}

Extent extent_of_y(const std::vector<Item>& items, Scale scale) {
  Extent extent;
  for (const Item& item : items) {
    for (const double y : item.series.y) extent.include(y);
    for (const double y : item.high) extent.include(y);
    if (item.kind == Kind::Bars && scale == Scale::Linear) extent.include(0);
  }
  return extent;
}

}  // namespace

double width_of_bars(const std::vector<Item>& items) {
  std::vector<double> places;
  for (const Item& item : items)
    if (item.kind == Kind::Bars)
      std::copy_if(item.series.x.begin(), item.series.x.end(), std::back_inserter(places),
                   [](double x) { return !std::isnan(x); });
  std::sort(places.begin(), places.end());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < places.size(); ++k)
    if (places[k] > places[k - 1]) least = std::min(least, places[k] - places[k - 1]);
  return std::isinf(least) ? 0.8 : 0.8 * least;
}

Frame make_frame(const ChartOptions& options, const std::vector<Item>& items) {
  const int most_x = std::max(2, static_cast<int>(options.width / 80));
  const int most_y = std::max(2, static_cast<int>(options.height / 45));
  Frame frame{ChartAxis(options.x, extent_of_x(items), most_x),
              ChartAxis(options.y, extent_of_y(items, options.y.scale), most_y),
              {}};
  double widest = 0;
  for (const Tick& tick : frame.y.ticks())
    widest = std::max(widest, width_of_text(tick.label, chart_text_size));
  const double left = widest + 14 + (options.y.label.empty() ? 0 : 22), right = 18;
  const double top = options.title.empty() ? 14 : 36;
  const double bottom = options.x.label.empty() ? 28 : 48;
  frame.box = {left, top, options.width - left - right, options.height - top - bottom};
  expect(frame.box.width >= 20 && frame.box.height >= 20, "Chart: ", options.width, " x ",
         options.height, " pixels have no room beside labels and title; give more");
  frame.x.place(frame.box.x, frame.box.x + frame.box.width);
  frame.y.place(frame.box.y + frame.box.height, frame.box.y);
  return frame;
}

void draw_axes(SvgCanvas& canvas, const ChartOptions& options, const Frame& frame) {
  const Box& box = frame.box;
  const double right = box.x + box.width, bottom = box.y + box.height;
  const ShapeStyle thin = {.stroke = Colour{229, 229, 229}};
  for (const Tick& tick : frame.x.ticks()) {
    const double x = frame.x.pixel(tick.value);
    canvas.line({x, box.y}, {x, bottom}, thin);
    canvas.text({x, bottom + 18}, tick.label, {.size = chart_text_size, .anchor = Anchor::Middle});
  }
  for (const Tick& tick : frame.y.ticks()) {
    const double y = frame.y.pixel(tick.value);
    canvas.line({box.x, y}, {right, y}, thin);
    canvas.text({box.x - 8, y + 4}, tick.label, {.size = chart_text_size, .anchor = Anchor::End});
  }
  canvas.text({box.x + box.width / 2, bottom + 39}, options.x.label,
              {.size = 13, .anchor = Anchor::Middle});
  canvas.text({16, box.y + box.height / 2}, options.y.label,
              {.size = 13, .anchor = Anchor::Middle, .upwards = true});
  canvas.text({box.x + box.width / 2, 23}, options.title,
              {.size = 15, .anchor = Anchor::Middle, .bold = true});
}

}  // namespace ashlar::io
