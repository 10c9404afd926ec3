// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/chart.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <ashlar/base/expect.hpp>

#include "chart_frame.hpp"
#include "chart_items.hpp"
#include "chart_legend.hpp"

namespace ashlar::io {
namespace {

// M. Okabe and K. Ito, Color Universal Design (2008), without its yellow.
constexpr std::array<Colour, 7> palette = {{{0, 114, 178},
                                            {213, 94, 0},
                                            {0, 158, 115},
                                            {204, 121, 167},
                                            {230, 159, 0},
                                            {86, 180, 233},
                                            {0, 0, 0}}};

void check_numbers(const std::vector<double>& numbers) {
  constexpr double limit = 1e300;
  for (const double number : numbers)
    expect(std::isnan(number) || std::abs(number) <= limit, "Chart: a number is ", number,
           "; give finite ones up to 1e300, and NaN for a gap");
}

}  // namespace

Chart& Chart::line(Series series) { return add({Kind::Line, std::move(series), {}, 1, {}}); }
Chart& Chart::points(Series series) { return add({Kind::Points, std::move(series), {}, 1, {}}); }
Chart& Chart::bars(Series series) { return add({Kind::Bars, std::move(series), {}, 1, {}}); }

Chart& Chart::band(Band band) {
  expect(band.low.size() == band.high.size(), "Chart: a band of ", band.low.size(), " low and ",
         band.high.size(), " high values; give as many of both");
  return add({Kind::Band,
              {.x = std::move(band.x),
               .y = std::move(band.low),
               .label = std::move(band.label),
               .colour = band.colour},
              std::move(band.high),
              band.opacity,
              {}});
}

Chart& Chart::add(Item item) {
  const Series& series = item.series;
  expect(series.x.size() == series.y.size(), "Chart: ", series.x.size(), " x and ", series.y.size(),
         " y values; give as many of both");
  for (const auto* numbers : {&series.x, &series.y, &std::as_const(item.high)})
    check_numbers(*numbers);
  item.colour = series.colour ? *series.colour : palette[colours_used_++ % palette.size()];
  items_.push_back(std::move(item));
  return *this;
}

std::string Chart::to_svg() const {
  const Frame frame = make_frame(options_, items_);
  SvgCanvas canvas(options_.width, options_.height);
  draw_axes(canvas, options_, frame);
  canvas.begin_clip(frame.box);
  const auto is_bars = [](const Item& item) { return item.kind == Kind::Bars; };
  Slot slot{width_of_bars(items_), 0,
            static_cast<int>(std::count_if(items_.begin(), items_.end(), is_bars))};
  for (const Item& item : items_) {
    draw_item(canvas, frame, item, slot);
    if (is_bars(item)) ++slot.index;
  }
  canvas.end_clip();
  canvas.rectangle(frame.box, {.stroke = Colour{68, 68, 68}});
  draw_legend(canvas, frame.box, items_, ink_of(frame, items_));
  return canvas.to_svg();
}

}  // namespace ashlar::io
