// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/io/svg.hpp>

namespace ashlar::io {

enum class Scale { Linear, Logarithmic };

/// One axis of a chart.
struct AxisOptions {
  std::string label = {};
  Scale scale = Scale::Linear;
  std::optional<double> low = {}, high = {};  ///< the ends; else what the data need, and some room
  std::vector<std::string> names = {};        ///< written at 0, 1, 2, … in place of numbers
};

struct ChartOptions {
  std::string title = {};
  AxisOptions x = {}, y = {};
  double width = 640, height = 400;
};

/// Data of one kind, drawn in one colour. A NaN is a gap.
struct Series {
  std::vector<double> x = {}, y = {};
  std::string label = {};             ///< empty: not in the legend
  std::optional<Colour> colour = {};  ///< else the next one of the palette
  double width = 1.8;                 ///< of a line; of points: their radius
  bool dashed = false;                ///< lines only
};

/// An area between two curves: a band of errors. A NaN is a gap.
struct Band {
  std::vector<double> x = {}, low = {}, high = {};
  std::string label = {};
  std::optional<Colour> colour = {};
  double opacity = 0.25;
};

/// Lines, points, bars and bands over two axes with ticks, labels and a legend, as SVG. What is
/// added later is drawn above. The palette is Okabe and Ito's, which the colour-blind can tell
/// apart. Pure: no file, no MPI; the same calls give the same text.
/// @example Chart chart({.title = "Rate", .x = {.label = "n"}, .y = {.label = "GFLOP/s"}});
///          chart.line({.x = n, .y = rate, .label = "solve"});
///          write_whole_file(comm, "rate.svg", chart.to_svg());
class Chart {
 public:
  explicit Chart(ChartOptions options) : options_(std::move(options)) {}

  /// All of these throw ArgumentError if the numbers of values differ, or if one is infinite or
  /// beyond 1e300.
  Chart& line(Series series);
  Chart& points(Series series);
  /// Bars from 0 to y, side by side where several series have bars.
  Chart& bars(Series series);
  Chart& band(Band band);

  /// The text of an SVG file.
  /// @throws ArgumentError  if a logarithmic axis meets a number that is not positive, or an axis'
  /// low end is not below its high one
  std::string to_svg() const;

  /// The kinds of data, for the drawing.
  enum class Kind { Line, Points, Bars, Band };
  /// Drawn item: a series, or a band whose lower curve is the series.
  struct Item {
    Kind kind = Kind::Line;
    Series series;
    std::vector<double> high;  ///< the upper curve of a band
    double opacity = 1;
    Colour colour;
  };

 private:
  Chart& add(Item item);

  ChartOptions options_;
  std::vector<Item> items_;
  std::size_t colours_used_ = 0;
};

}  // namespace ashlar::io
