// SPDX-License-Identifier: BSD-3-Clause
#include "matrix_plot.hpp"

#include <algorithm>
#include <cmath>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/expect.hpp>

namespace ashlar::io {
namespace {

constexpr double plot_width = 720, plot_height = 560, least_length = 30, largest_element = 36;
constexpr Colour not_a_number = {255, 0, 255};

double shown_value(const SketchCell& cell, SketchView view) {
  return view == SketchView::Mean ? cell.mean() : cell.largest_modulus();
}

Colour spy_colour(const SketchCell& cell) {
  return cell.nans > 0 ? not_a_number : cell.nonzeros > 0 ? black : white;
}

/// The colours of a heat map: its map and the ends of the bar.
struct Colours {
  Colours(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
    low = std::numeric_limits<double>::infinity();
    high = -low;
    for (Index row = 0; row < sketch.cells().rows; ++row)
      for (Index col = 0; col < sketch.cells().cols; ++col) {
        const double value = shown_value(sketch(row, col), options.view);
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    if (low > high) low = high = 0;
    const bool both_signs = low < 0 && high > 0;
    map = options.map.value_or(both_signs ? ColourMap::CoolWarm : ColourMap::Viridis);
    if (both_signs && !options.map) {
      high = std::max(-low, high);
      low = -high;
    }
  }

  ColourMap map = ColourMap::Viridis;
  double low = 0, high = 0;
};

Image image_of(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
  if (options.view == SketchView::Spy) {
    Image image(sketch.cells().rows, sketch.cells().cols);
    for (Index row = 0; row < image.rows(); ++row)
      for (Index col = 0; col < image.cols(); ++col) image(row, col) = spy_colour(sketch(row, col));
    return image;
  }
  const Colours colours(sketch, options);
  return heat_map(sketch.cells(),
                  [&](Index row, Index col) { return shown_value(sketch(row, col), options.view); },
                  {.map = colours.map, .low = colours.low, .high = colours.high});
}

/// Round indices along a side.
std::vector<SideLabel> labels_of(Index extent, double origin, double length) {
  std::vector<SideLabel> labels;
  const double element = length / static_cast<double>(extent);
  Index step = 1;
  const double wanted = std::max(1.0, 36 / element);
  for (int k = 0; static_cast<double>(step) < wanted; ++k) step = step * (k % 3 == 1 ? 5 : 4) / 2;
  for (Index i = 0; i < extent; i += step) {
    labels.push_back(
        {origin + (static_cast<double>(i) + (element >= 4 ? 0.5 : 0)) * element, concat(i)});
    if (extent - i <= step) break;
  }
  return labels;
}

std::string part_text(Index extent, Index cells) {
  return extent % cells == 0 ? concat(extent / cells)
                             : concat(extent / cells, "-", extent / cells + 1);
}

std::vector<std::string> caption_of(const MatrixSketch& sketch, SketchView view) {
  std::vector<std::string> lines;
  const Shape shape = sketch.shape(), cells = sketch.cells();
  const bool single = shape == cells;
  if (view == SketchView::Spy)
    lines.push_back(single ? "black: not zero" : "black: an element is not zero");
  if (!single)
    lines.push_back(concat(view == SketchView::Mean      ? "mean of "
                           : view == SketchView::Modulus ? "largest modulus of "
                                                         : "each cell: ",
                           part_text(shape.rows, cells.rows), " x ",
                           part_text(shape.cols, cells.cols), " elements"));
  Index nonzeros = 0, nans = 0;
  for (Index row = 0; row < cells.rows; ++row)
    for (Index col = 0; col < cells.cols; ++col) {
      nonzeros += sketch(row, col).nonzeros;
      nans += sketch(row, col).nans;
    }
  lines.push_back(concat(nonzeros, " of ", shape.rows, "x", shape.cols, " elements are not zero"));
  if (nans > 0) lines.push_back(concat("magenta: NaN, ", nans, " in all"));
  return lines;
}

std::vector<BarLabel> bar_labels(const Colours& colours, double height) {
  if (colours.low == colours.high) return {{0, short_number(colours.low)}};
  std::vector<BarLabel> labels;
  for (const Tick& tick : linear_ticks(colours.low, colours.high, most_bar_labels(height)))
    labels.push_back(
        {(tick.value / 2 - colours.low / 2) / (colours.high / 2 - colours.low / 2), tick.label});
  return labels;
}

}  // namespace

std::string matrix_title(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
  const std::string shape = concat(sketch.shape().rows, "x", sketch.shape().cols);
  return options.title.empty() ? shape + " matrix" : options.title + ": " + shape;
}

Plot matrix_plot(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
  Plot plot;
  const std::string title = matrix_title(sketch, options);
  const Shape shape = sketch.shape();
  if (shape.empty()) {
    finish(plot.picture, title, {"the matrix has no elements"}, {14, 34});
    return plot;
  }
  plot.rows = sketch.cells().rows;
  plot.cols = sketch.cells().cols;
  const double scale = std::min({plot_height / static_cast<double>(shape.rows),
                                 plot_width / static_cast<double>(shape.cols), largest_element});
  const double height = std::max(least_length, scale * static_cast<double>(shape.rows));
  const double width = std::max(least_length, scale * static_cast<double>(shape.cols));
  const Sides sides = room_of_sides(with_room(labels_of(shape.rows, 0, height), true), false);
  plot.box = {sides.left, sides.top, width, height};
  draw_sides(plot.picture, plot.box, with_room(labels_of(shape.rows, plot.box.y, height), true),
             with_room(labels_of(shape.cols, plot.box.x, width), false), "", "");
  plot.picture.image(plot.box, image_of(sketch, options));
  Point drawn = {plot.box.x + width, plot.box.y + height};
  if (options.view == SketchView::Spy) {
    plot.picture.outline({plot.box.x - 1, plot.box.y - 1, width + 2, height + 2}, plot_line);
  } else {
    const Colours colours(sketch, options);
    const Point bar =
        draw_colour_bar(plot.picture, plot.box, colours.map, bar_labels(colours, height), "");
    drawn = {bar.x, std::max(drawn.y, bar.y)};
  }
  finish(plot.picture, title, caption_of(sketch, options.view), drawn);
  return plot;
}

std::string matrix_svg(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
  return matrix_plot(sketch, options).picture.to_svg();
}

Image matrix_image(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
  return matrix_plot(sketch, options).picture.to_image();
}

Image sketch_image(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
  expect(!sketch.shape().empty(), "sketch_image: the matrix has no elements");
  return image_of(sketch, options);
}

}  // namespace ashlar::io
