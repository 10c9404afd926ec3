// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <type_traits>

#include <ashlar/io/image.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/matrix/local_view.hpp>

namespace ashlar::io {

/// Ways from a number to a colour.
enum class ColourMap {
  Grey,      ///< black to white
  Viridis,   ///< dark blue over green to yellow; perceptually uniform, also for the colour-blind
  CoolWarm,  ///< blue over light grey to red: for values with a middle that means something
};

/// The colour for `t` from 0 to 1; what is outside gets the colour of the nearer end, NaN magenta.
///
/// Viridis is by N. J. Smith, S. van der Walt and E. Firing (matplotlib, CC0), here 18 points of
/// its table with straight lines between them, at most five levels of 255 off. CoolWarm is by K.
/// Moreland, "Diverging Color Maps for Scientific Visualization" (2009), his published table of 33
/// colours.
Colour colour_of(ColourMap map, double t);

/// Options of heat_map: the colours of numbers.
struct HeatMapOptions {
  ColourMap map = ColourMap::Viridis;
  std::optional<double> low = {},
                        high = {};  ///< what gets the first and last colour; else the extremes
};

/// One pixel for each element of a matrix given by a function; infinities get an end's colour, NaN
/// magenta. One value everywhere gets the first colour. Pure.
/// @throws ArgumentError  if the shape has no element, or `low` exceeds `high` or is NaN
/// @example heat_map({m, n}, [&](Index i, Index j) { return a(i, j); }, {.map = ColourMap::Grey})
Image heat_map(Shape shape, const std::function<double(Index, Index)>& value,
               const HeatMapOptions& options = {});

/// The same of a matrix of real or integer numbers in local memory.
/// @example heat_map(LocalView<const double>{all.data(), rows, cols, 1, rows})
template <class T>
requires std::is_arithmetic_v<T>
Image heat_map(const LocalView<T>& a, const HeatMapOptions& options = {}) {
  return heat_map(
      {a.rows, a.cols}, [&](Index i, Index j) { return static_cast<double>(a(i, j)); }, options);
}

}  // namespace ashlar::io
