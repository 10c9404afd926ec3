// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/heat_map.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <ashlar/base/expect.hpp>

namespace ashlar::io {
namespace {

constexpr std::array<Colour, 2> grey = {{{0, 0, 0}, {255, 255, 255}}};

constexpr std::array<Colour, 18> viridis = {{{68, 1, 84},
                                             {72, 23, 105},
                                             {71, 42, 122},
                                             {67, 61, 132},
                                             {61, 78, 138},
                                             {53, 94, 141},
                                             {46, 109, 142},
                                             {41, 123, 142},
                                             {35, 137, 142},
                                             {31, 151, 139},
                                             {33, 165, 133},
                                             {46, 179, 124},
                                             {70, 192, 111},
                                             {101, 203, 94},
                                             {137, 213, 72},
                                             {176, 221, 47},
                                             {216, 226, 25},
                                             {253, 231, 37}}};

constexpr std::array<Colour, 33> cool_warm = {
    {{59, 76, 192},   {68, 90, 204},   {77, 104, 215},  {87, 117, 225},  {98, 130, 234},
     {108, 142, 241}, {119, 154, 247}, {130, 165, 251}, {141, 176, 254}, {152, 185, 255},
     {163, 194, 255}, {174, 201, 253}, {184, 208, 249}, {194, 213, 244}, {204, 217, 238},
     {213, 219, 230}, {221, 221, 221}, {229, 216, 209}, {236, 211, 197}, {241, 204, 185},
     {245, 196, 173}, {247, 187, 160}, {247, 177, 148}, {247, 166, 135}, {244, 154, 123},
     {241, 141, 111}, {236, 127, 99},  {229, 112, 88},  {222, 96, 77},   {213, 80, 66},
     {203, 62, 56},   {192, 40, 47},   {180, 4, 38}}};

constexpr Colour not_a_number = {255, 0, 255};

std::span<const Colour> points_of(ColourMap map) {
  switch (map) {
    case ColourMap::Grey: return grey;
    case ColourMap::Viridis: return viridis;
    case ColourMap::CoolWarm: return cool_warm;
  }
  throw ArgumentError("colour_of: no such colour map; give Grey, Viridis or CoolWarm");
}

std::uint8_t between(std::uint8_t a, std::uint8_t b, double share) {
  return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
}

/// The smallest and largest finite value; 0 and 0 if there is none.
std::pair<double, double> extremes(Shape shape, const std::function<double(Index, Index)>& value) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (Index i = 0; i < shape.rows; ++i)
    for (Index j = 0; j < shape.cols; ++j)
      if (const double v = value(i, j); std::isfinite(v)) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
  return low <= high ? std::pair(low, high) : std::pair(0.0, 0.0);
}

}  // namespace

Colour colour_of(ColourMap map, double t) {
  const auto points = points_of(map);
  if (std::isnan(t)) return not_a_number;
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(points.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(at), points.size() - 2);
  const double share = at - static_cast<double>(k);
  const Colour a = points[k], b = points[k + 1];
  return {between(a.red, b.red, share), between(a.green, b.green, share),
          between(a.blue, b.blue, share)};
}

Image heat_map(Shape shape, const std::function<double(Index, Index)>& value,
               const HeatMapOptions& options) {
  const auto found = extremes(shape, value);
  const double low = options.low.value_or(found.first);
  const double high = options.high.value_or(std::max(found.second, low));
  expect(low <= high, "heat_map: low ", low, ", high ", high, "; low must not exceed high");

  Image image(shape.rows, shape.cols);
  // Halves, since the difference of two large numbers may overflow.
  const double width = high / 2 - low / 2;
  for (Index i = 0; i < shape.rows; ++i)
    for (Index j = 0; j < shape.cols; ++j) {
      const double v = value(i, j);
      const double t = width > 0 ? (v / 2 - low / 2) / width : v - low;
      image(i, j) = colour_of(options.map, t);
    }
  return image;
}

}  // namespace ashlar::io
