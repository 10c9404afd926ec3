// SPDX-License-Identifier: BSD-3-Clause
#include "chart_axis.hpp"

#include <algorithm>
#include <cmath>

#include <ashlar/base/expect.hpp>

namespace ashlar::io {
namespace {

/// The data, with room around them.
Extent with_room(Extent data, bool logarithmic) {
  constexpr double room = 0.04;
  if (data.is_empty()) return logarithmic ? Extent{1, 10} : Extent{0, 1};
  if (logarithmic) {
    // Logarithms, since ratios and products of large numbers overflow.
    const double decades = std::log10(data.high) - std::log10(data.low);
    const double factor = decades > 0 ? std::pow(10, room * decades) : 2;
    return {std::max(data.low / factor, std::min(data.low, 1e-304)),
            std::min(data.high * factor, 1e304)};
  }
  const double width = data.high - data.low;
  const double more = width > 0 ? room * width : std::max(1.0, std::abs(data.low)) / 2;
  return {data.low - more, data.high + more};
}

std::vector<Tick> named_ticks(const std::vector<std::string>& names) {
  std::vector<Tick> ticks(names.size());
  for (std::size_t k = 0; k < names.size(); ++k) ticks[k] = {static_cast<double>(k), names[k]};
  return ticks;
}

}  // namespace

void Extent::include(double value) {
  if (std::isnan(value)) return;
  *this = is_empty() ? Extent{value, value} : Extent{std::min(low, value), std::max(high, value)};
}

ChartAxis::ChartAxis(const AxisOptions& options, Extent data, int most)
    : logarithmic_(options.scale == Scale::Logarithmic) {
  expect(!logarithmic_ || data.is_empty() || data.low > 0, "Chart: ", data.low,
         " on a logarithmic axis; it takes numbers above 0");
  Extent ends = with_room(data, logarithmic_);
  if (!options.names.empty()) ends = {-0.5, static_cast<double>(options.names.size()) - 0.5};
  low_ = options.low.value_or(ends.low);
  high_ = options.high.value_or(ends.high);
  expect(low_ < high_ && (!logarithmic_ || low_ > 0), "Chart: an axis from ", low_, " to ", high_,
         "; the low end must be below the high one, and above 0 on a logarithmic axis");
  if (!options.names.empty()) ticks_ = named_ticks(options.names);
  else ticks_ = logarithmic_ ? log_ticks(low_, high_, most) : linear_ticks(low_, high_, most);
}

void ChartAxis::place(double low_pixel, double high_pixel) {
  low_pixel_ = low_pixel;
  high_pixel_ = high_pixel;
}

double ChartAxis::position(double value) const {
  if (!logarithmic_) return (value - low_) / (high_ - low_);
  return (std::log(value) - std::log(low_)) / (std::log(high_) - std::log(low_));
}

double ChartAxis::pixel(double value) const {
  // SVG viewers draw in single precision.
  const double at = std::clamp(position(value), -100.0, 100.0);
  return low_pixel_ + at * (high_pixel_ - low_pixel_);
}

double ChartAxis::base_pixel() const { return logarithmic_ ? low_pixel_ : pixel(0); }

}  // namespace ashlar::io
