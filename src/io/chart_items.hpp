// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "chart_frame.hpp"

namespace ashlar::io {

/// Where bars stand beside those of other series: the share of their common width.
struct Slot {
  double width = 0;
  int index = 0, count = 1;
};

/// Draws what one call of a Chart added.
void draw_item(SvgCanvas& canvas, const Frame& frame, const Chart::Item& item, Slot slot);

/// Where something is drawn: the points, and some between two of a line or down a bar.
std::vector<Point> ink_of(const Frame& frame, const std::vector<Chart::Item>& items);

}  // namespace ashlar::io
