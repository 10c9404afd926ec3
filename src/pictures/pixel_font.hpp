// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "canvas.hpp"

namespace ashlar::pictures {

/// Draws text in a font of 5x7 pixels, `factor` pixels per unit. Characters other than printable
/// ASCII become "?".
void write_pixels(Image& image, Point at, std::string_view text, const TextStyle& style,
                  int factor);

}  // namespace ashlar::pictures
