// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace ashlar::pictures {

/// Colour in sRGB, eight bits a channel.
struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;

  friend bool operator==(const Colour&, const Colour&) = default;
};

inline constexpr Colour white = {255, 255, 255};
inline constexpr Colour black = {0, 0, 0};
inline constexpr Colour not_a_number = {255, 0, 255};

/// Maps from numbers to colours.
enum class ColourMap {
  Viridis,   ///< dark blue over green to yellow; perceptually uniform, also for the colour-blind
  CoolWarm,  ///< blue over light grey to red: for values with zero in the middle
};

/// The colour for `t` from 0 to 1; a number outside gets the colour of the nearer end, NaN magenta.
///
/// Viridis is by N. J. Smith, S. van der Walt and E. Firing (matplotlib, CC0), here 18 points of
/// its table with straight lines between them, at most five levels of 255 off. CoolWarm is by K.
/// Moreland, "Diverging Color Maps for Scientific Visualization" (2009), his published table of 33
/// colours.
Colour colour_of(ColourMap map, double t);

/// The colour of a rank, the same in all pictures. The first eight are the palette of
/// Okabe and Ito for colour-blind readers; further ranks have lighter and darker shades of them.
/// @pre rank >= 0
Colour colour_of_rank(int rank);

/// Black or white: the colour of text on a background.
Colour ink_on(Colour background);

}  // namespace ashlar::pictures
