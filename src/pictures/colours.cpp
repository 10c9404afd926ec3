// SPDX-License-Identifier: BSD-3-Clause
#include "colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <ashlar/base/error.hpp>

namespace ashlar::pictures {
namespace {

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

std::uint8_t between(std::uint8_t a, std::uint8_t b, double share) {
  return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
}

// M. Okabe and K. Ito, Color Universal Design (2008), with a grey in place of black.
constexpr std::array<Colour, 8> palette = {{{86, 180, 233},
                                            {230, 159, 0},
                                            {0, 158, 115},
                                            {204, 121, 167},
                                            {240, 228, 66},
                                            {0, 114, 178},
                                            {213, 94, 0},
                                            {170, 170, 170}}};

Colour between(Colour a, Colour b, double share) {
  return {between(a.red, b.red, share), between(a.green, b.green, share),
          between(a.blue, b.blue, share)};
}

}  // namespace

Colour colour_of(ColourMap map, double t) {
  const auto points =
      map == ColourMap::Viridis ? std::span<const Colour>(viridis) : std::span(cool_warm);
  if (std::isnan(t)) return not_a_number;
  const double at = std::clamp(t, 0.0, 1.0) * static_cast<double>(points.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(at), points.size() - 2);
  const double share = at - static_cast<double>(k);
  return between(points[k], points[k + 1], share);
}

Colour colour_of_rank(int rank) {
  const Colour plain = palette[static_cast<std::size_t>(rank) % palette.size()];
  const int round = rank / static_cast<int>(palette.size());
  if (round == 0) return plain;
  // Multiples of the golden ratio are evenly spread for any count.
  const double golden = 0.6180339887498949 * round;
  const double shade = golden - std::floor(golden);
  return shade < 0.5 ? between(plain, black, 0.15 + 0.8 * shade)
                     : between(plain, white, 0.2 + 0.9 * (shade - 0.5));
}

Colour ink_on(Colour background) {
  // Luminance by sRGB weights; squares approximate linear light.
  const auto light = [](std::uint8_t channel) { return (channel / 255.0) * (channel / 255.0); };
  const double luminance = 0.2126 * light(background.red) + 0.7152 * light(background.green) +
                           0.0722 * light(background.blue);
  return luminance > 0.2 ? black : white;
}

}  // namespace ashlar::pictures
