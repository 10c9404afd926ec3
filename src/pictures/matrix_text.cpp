// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include "matrix_plot.hpp"
#include "terminal.hpp"
#include "ticks.hpp"

namespace ashlar::pictures {
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

}  // namespace

std::string matrix_text(const MatrixSketch& sketch, CellView view, TerminalColours colours) {
  if (sketch.shape().empty()) return "the matrix has no elements";
  return concat(as_lines(sketch, view, colours), "\n", legend(sketch, view, colours));
}

}  // namespace ashlar::pictures
