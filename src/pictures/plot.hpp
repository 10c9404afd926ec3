// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas.hpp"
#include "ticks.hpp"

namespace ashlar::pictures {

/// Approximate width of a text in pixels.
double width_of_text(std::string_view text, double size);

inline constexpr double plot_text = 12;
inline constexpr Colour plot_line = {120, 120, 120};

/// Drawing of a rectangle of rows and columns, at `box`.
struct Plot {
  Canvas canvas;
  Box box;
  Index rows = 0, cols = 0;  ///< units of equal height and width in the box
};

/// Label along a side of a plot, at a position in pixels.
struct SideLabel {
  double at = 0;
  std::string text;
};

/// Evenly thinned labels that fit.
std::vector<SideLabel> with_room(const std::vector<SideLabel>& labels, bool down);

/// Draws labels with ticks above and left of a box, with the names of rows and columns.
void draw_sides(Canvas& canvas, const Box& box, const std::vector<SideLabel>& rows,
                const std::vector<SideLabel>& cols, const std::string& row_word,
                const std::string& col_word);

/// Space for the labels of draw_sides.
struct Sides {
  double left = 0, top = 0;
};
Sides room_of_sides(const std::vector<SideLabel>& rows, bool with_words);

/// Adds title and caption; sets the size.
/// @param drawn  lower right corner of the drawing
void finish(Canvas& canvas, const std::string& title, const std::vector<std::string>& caption,
            Point drawn);

/// Label of a colour bar, from 0 to 1.
struct BarLabel {
  double at = 0;
  std::string text;
};

/// Draws a colour bar right of a box; returns its lower right corner.
Point draw_colour_bar(Canvas& canvas, const Box& box, ColourMap map,
                      const std::vector<BarLabel>& labels, const std::string& what);

int most_bar_labels(double height);

}  // namespace ashlar::pictures
