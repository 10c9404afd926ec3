// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/io/chart.hpp>
#include <ashlar/io/ticks.hpp>

namespace ashlar::io {

/// The smallest and largest number of what is drawn along an axis; nothing yet if low > high.
struct Extent {
  double low = 1, high = 0;

  bool is_empty() const { return low > high; }
  /// NaN changes nothing.
  void include(double value);
};

/// Where the numbers of an axis lie: its ends, its ticks, and the pixel of each number.
class ChartAxis {
 public:
  /// @param most  ticks at most
  /// @throws ArgumentError  as Chart::to_svg
  ChartAxis(const AxisOptions& options, Extent data, int most);

  /// Says which pixels the ends have.
  void place(double low_pixel, double high_pixel);

  /// The pixel of a number, not far outside the axis whatever the number. NaN stays NaN.
  double pixel(double value) const;
  /// The pixel of where bars begin: 0, or the lower end of a logarithmic axis.
  double base_pixel() const;
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  double position(double value) const;

  bool logarithmic_;
  double low_, high_;
  double low_pixel_ = 0, high_pixel_ = 1;
  std::vector<Tick> ticks_;
};

}  // namespace ashlar::io
