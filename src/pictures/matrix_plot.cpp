// SPDX-License-Identifier: BSD-3-Clause
#include "matrix_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <ashlar/base/concat.hpp>

#include "page.hpp"
#include "terminal.hpp"

namespace ashlar::pictures {
namespace {

constexpr double plot_width = 720, plot_height = 560, least_length = 30, largest_element = 36;

double shown_value(const SketchCell& cell, CellView view) {
  return view == CellView::Mean ? cell.mean() : cell.largest_modulus();
}

Colour spy_colour(const SketchCell& cell) {
  return cell.nans > 0 ? not_a_number : cell.nonzeros > 0 ? black : white;
}

/// Range of all cells' values; low > high if none is finite.
struct CellRange {
  double low, high;
};
CellRange range_of(const MatrixSketch& sketch, CellView view) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  CellRange range{inf, -inf};
  for (Index row = 0; row < sketch.cells().rows; ++row)
    for (Index col = 0; col < sketch.cells().cols; ++col) {
      const double value = shown_value(sketch(row, col), view);
      if (!std::isfinite(value)) continue;
      range = {std::min(range.low, value), std::max(range.high, value)};
    }
  return range;
}

struct Colours {
  Colours(const MatrixSketch& sketch, CellView view, std::optional<ColourMap> wanted) {
    const CellRange found = range_of(sketch, view);
    low = found.low <= found.high ? found.low : 0;
    high = found.low <= found.high ? found.high : 0;
    const bool both_signs = low < 0 && high > 0;
    map = wanted.value_or(both_signs ? ColourMap::CoolWarm : ColourMap::Viridis);
    if (both_signs && !wanted) {
      high = std::max(-low, high);
      low = -high;
    }
  }

  Colour of(double value) const {
    // Halves, since differences may overflow.
    const double width = high / 2 - low / 2;
    return colour_of(map, width > 0 ? (value / 2 - low / 2) / width : value - low);
  }

  ColourMap map = ColourMap::Viridis;
  double low = 0, high = 0;
};

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

std::vector<std::string> caption_of(const MatrixSketch& sketch, CellView view) {
  std::vector<std::string> lines;
  const Shape shape = sketch.shape(), cells = sketch.cells();
  const bool single = shape == cells;
  if (view == CellView::Spy)
    lines.push_back(single ? "black: not zero" : "black: an element is not zero");
  if (!single)
    lines.push_back(concat(view == CellView::Mean      ? "mean of "
                           : view == CellView::Modulus ? "largest modulus of "
                                                       : "each cell: ",
                           part_text(shape.rows, cells.rows), " x ",
                           part_text(shape.cols, cells.cols), " elements"));
  const SketchCell all = sketch.total();
  lines.push_back(
      concat(all.nonzeros, " of ", shape.rows, "x", shape.cols, " elements are not zero"));
  if (all.nans > 0) lines.push_back(concat("magenta: NaN, ", all.nans, " in all"));
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

Image image_of(const MatrixSketch& sketch, CellView view, std::optional<ColourMap> map) {
  const Colours colours(sketch, view, map);
  Image image(sketch.cells().rows, sketch.cells().cols);
  for (Index row = 0; row < image.rows(); ++row)
    for (Index col = 0; col < image.cols(); ++col) {
      const SketchCell& cell = sketch(row, col);
      image(row, col) =
          view == CellView::Spy ? spy_colour(cell) : colours.of(shown_value(cell, view));
    }
  return image;
}

std::string matrix_title(const MatrixSketch& sketch, const std::string& title) {
  const std::string shape = concat(sketch.shape().rows, "x", sketch.shape().cols);
  return title.empty() ? shape + " matrix" : title + ": " + shape;
}

Plot matrix_plot(const MatrixSketch& sketch, const MatrixPictureOptions& options) {
  Plot plot;
  const std::string title = matrix_title(sketch, options.title);
  const Shape shape = sketch.shape();
  if (shape.empty()) {
    finish(plot.canvas, title, {"the matrix has no elements"}, {14, 34});
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
  draw_sides(plot.canvas, plot.box, with_room(labels_of(shape.rows, plot.box.y, height), true),
             with_room(labels_of(shape.cols, plot.box.x, width), false), "", "");
  plot.canvas.image(plot.box, image_of(sketch, options.view));
  Point drawn = {plot.box.x + width, plot.box.y + height};
  if (options.view == CellView::Spy) {
    plot.canvas.outline({plot.box.x - 1, plot.box.y - 1, width + 2, height + 2}, plot_line);
  } else {
    const Colours colours(sketch, options.view, {});
    const Point bar =
        draw_colour_bar(plot.canvas, plot.box, colours.map, bar_labels(colours, height), "");
    drawn = {bar.x, std::max(drawn.y, bar.y)};
  }
  finish(plot.canvas, title, caption_of(sketch, options.view), drawn);
  return plot;
}

namespace {

/// Without colours zero is a blank and a nonzero a mark.
Image negative(Image image) {
  const auto turned = [](std::uint8_t channel) { return static_cast<std::uint8_t>(255 - channel); };
  for (Index i = 0; i < image.rows(); ++i)
    for (Index j = 0; j < image.cols(); ++j) {
      const Colour c = image(i, j);
      image(i, j) = {turned(c.red), turned(c.green), turned(c.blue)};
    }
  return image;
}

std::string as_lines(const MatrixSketch& sketch, CellView view, TerminalColours colours) {
  const bool has_colours = colours != TerminalColours::None;
  // Without colours, lightness must increase with the value.
  Image image =
      image_of(sketch, view, has_colours ? std::nullopt : std::optional(ColourMap::Viridis));
  if (view == CellView::Spy && !has_colours) image = negative(std::move(image));
  std::string text = half_blocks(image, colours);
  text.pop_back();
  return text;
}

std::string legend(const MatrixSketch& sketch, CellView view, TerminalColours colours) {
  const std::string each = concat("; a cell is up to ", sketch.rows_of(0).size(), "x",
                                  sketch.cols_of(0).size(), " elements");
  if (view == CellView::Spy) return concat(sketch.total().nonzeros, " not zero", each);
  constexpr int digits = 4;
  const auto [low, high] = range_of(sketch, view);
  if (low > high) return "no numbers" + each;
  if (low == high) return concat("all ", short_number(low, digits), each);
  constexpr Index steps = 10;
  MatrixSketch ramp({2, steps}, {2, steps});
  for (Index j = 0; j < steps; ++j)
    for (Index i = 0; i < 2; ++i) {
      const double part = static_cast<double>(j) / (steps - 1);
      ramp(i, j).add(low * (1 - part) + high * part);
    }
  return concat(short_number(low, digits), " [", as_lines(ramp, view, colours), "] ",
                short_number(high, digits), each);
}

std::string matrix_text(const MatrixSketch& sketch, CellView view, TerminalColours colours) {
  if (sketch.shape().empty()) return "the matrix has no elements";
  return concat(as_lines(sketch, view, colours), "\n", legend(sketch, view, colours));
}

}  // namespace

Picture picture_of(MatrixSketch sketch, const MatrixPictureOptions& options) {
  Plot plot = matrix_plot(sketch, options);
  const auto kept = std::make_shared<const MatrixSketch>(std::move(sketch));
  return Picture(
      {.plot = std::move(plot),
       .page = [kept, title = options.title] { return matrix_page(*kept, title); },
       .text = [kept, view = options.view](
                   TerminalColours colours) { return matrix_text(*kept, view, colours); }});
}

}  // namespace ashlar::pictures
