// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/io/chart.hpp>

namespace ashlar::io {

/// Pixels that a text takes, roughly: a sans-serif letter is a little more than half as wide as
/// high.
double width_of_text(std::string_view text, double size);

/// Draws the legend of those items that have a label into the corner of `box` that covers the
/// fewest of the points in `ink`.
void draw_legend(SvgCanvas& canvas, const Box& box, const std::vector<Chart::Item>& items,
                 const std::vector<Point>& ink);

}  // namespace ashlar::io
