// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "chart_axis.hpp"

namespace ashlar::io {

inline constexpr double chart_text_size = 12;

/// The axes, and where they are on the canvas.
struct Frame {
  ChartAxis x, y;
  Box box;

  Point at(double px, double py) const { return {x.pixel(px), y.pixel(py)}; }
};

/// The width of all bars at one x, in its units.
double width_of_bars(const std::vector<Chart::Item>& items);

/// The axes that the options and data ask for, placed so that labels and title have room.
/// @throws ArgumentError  as Chart::to_svg, and if the canvas is too small
Frame make_frame(const ChartOptions& options, const std::vector<Chart::Item>& items);

/// Grid lines, numbers, labels and title.
void draw_axes(SvgCanvas& canvas, const ChartOptions& options, const Frame& frame);

}  // namespace ashlar::io
