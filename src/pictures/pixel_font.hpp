// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "canvas.hpp"

namespace ashlar::pictures {

/// Writes text as Canvas::text does, in a font of 5x7 pixels, `factor` pixels for each unit.
/// What is no printable ASCII is shown as "?".
void write_pixels(Image& image, Point at, std::string_view text, const TextStyle& style,
                  int factor);

}  // namespace ashlar::pictures
