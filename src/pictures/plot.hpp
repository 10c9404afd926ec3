// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas.hpp"
#include "ticks.hpp"

namespace ashlar::pictures {

/// Pixels that a text takes, roughly.
double width_of_text(std::string_view text, double size);

inline constexpr double plot_text = 12;
inline constexpr Colour plot_line = {120, 120, 120};

/// A picture of a rectangle of rows and columns, and where they lie in it.
struct Plot {
  Canvas canvas;
  Box box;
  Index rows = 0, cols = 0;  ///< units of equal height and width that fill the box
};

/// A label at a place along a side of a plot, in pixels.
struct SideLabel {
  double at = 0;
  std::string text;
};

/// Those of the labels that have room beside each other, evenly thinned out.
std::vector<SideLabel> with_room(const std::vector<SideLabel>& labels, bool down);

/// Labels with marks along the upper and the left side of a box, and what they count.
void draw_sides(Canvas& canvas, const Box& box, const std::vector<SideLabel>& rows,
                const std::vector<SideLabel>& cols, const std::string& row_word,
                const std::string& col_word);

/// Room that the labels of draw_sides take, left of the box and above it.
struct Sides {
  double left = 0, top = 0;
};
Sides room_of_sides(const std::vector<SideLabel>& rows, bool with_words);

/// Title above everything and lines of text below; gives the picture its size.
/// @param drawn  the right and lower end of all that is drawn
void finish(Canvas& canvas, const std::string& title, const std::vector<std::string>& caption,
            Point drawn);

/// A label of a colour bar: 0 stands for the first colour, 1 for the last.
struct BarLabel {
  double at = 0;
  std::string text;
};

/// A bar of all colours right of a box, with labels; returns where it ends, right and below.
Point draw_colour_bar(Canvas& canvas, const Box& box, ColourMap map,
                      const std::vector<BarLabel>& labels, const std::string& what);

/// Labels that a bar of this height has room for.
int most_bar_labels(double height);

}  // namespace ashlar::pictures
