// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace ashlar::pictures {

/// Colour in sRGB.
struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;

  friend bool operator==(const Colour&, const Colour&) = default;
};

inline constexpr Colour white = {255, 255, 255};
inline constexpr Colour black = {0, 0, 0};
inline constexpr Colour not_a_number = {255, 0, 255};

enum class ColourMap {
  Viridis,   ///< dark blue over green to yellow; perceptually uniform, also for the colour-blind
  CoolWarm,  ///< blue over light grey to red, for values around zero
};

/// Colour for `t`, clamped to [0, 1]; NaN is magenta.
///
/// Viridis is by N. J. Smith, S. van der Walt and E. Firing (matplotlib, CC0), interpolated between
/// 18 points of its table, at most five levels of 255 off. CoolWarm is by K. Moreland, "Diverging
/// Color Maps for Scientific Visualization" (2009), with the published 33 colours.
Colour colour_of(ColourMap map, double t);

/// Colour of a rank in all pictures: Okabe and Ito's palette of eight for colour-blind readers,
/// then lighter and darker shades.
/// @pre rank >= 0
Colour colour_of_rank(int rank);

/// Text colour on a background.
Colour ink_on(Colour background);

}  // namespace ashlar::pictures
