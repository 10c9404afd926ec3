// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/rank_colours.hpp>

#include <array>
#include <cmath>

namespace ashlar::io {
namespace {

// M. Okabe and K. Ito, Color Universal Design (2008), with a grey in place of black.
constexpr std::array<Colour, 8> palette = {{{86, 180, 233},
                                            {230, 159, 0},
                                            {0, 158, 115},
                                            {204, 121, 167},
                                            {240, 228, 66},
                                            {0, 114, 178},
                                            {213, 94, 0},
                                            {170, 170, 170}}};

std::uint8_t mixed(std::uint8_t from, std::uint8_t to, double share) {
  return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
}

Colour mixed(Colour from, Colour to, double share) {
  return {mixed(from.red, to.red, share), mixed(from.green, to.green, share),
          mixed(from.blue, to.blue, share)};
}

}  // namespace

Colour colour_of_rank(int rank) {
  const Colour plain = palette[static_cast<std::size_t>(rank) % palette.size()];
  const int round = rank / static_cast<int>(palette.size());
  if (round == 0) return plain;
  // Multiples of the golden ratio spread evenly, however many there are.
  const double golden = 0.6180339887498949 * round;
  const double shade = golden - std::floor(golden);
  return shade < 0.5 ? mixed(plain, black, 0.15 + 0.8 * shade)
                     : mixed(plain, white, 0.2 + 0.9 * (shade - 0.5));
}

Colour ink_on(Colour background) {
  // Luminance by the weights of sRGB, roughly linear light by the square.
  const auto light = [](std::uint8_t channel) { return (channel / 255.0) * (channel / 255.0); };
  const double luminance = 0.2126 * light(background.red) + 0.7152 * light(background.green) +
                           0.0722 * light(background.blue);
  return luminance > 0.2 ? black : white;
}

}  // namespace ashlar::io
