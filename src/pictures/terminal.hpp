// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/pictures/picture.hpp>

#include "image.hpp"

namespace ashlar::pictures {

/// Black or white text on a background (ISO 6429); plain text without colours.
std::string on_colour(std::string_view text, Colour background, TerminalColours colours);

/// Lines of text, with two pixels per character, one above the other: a half block with colours,
/// otherwise a shade from " " to "@", light on dark.
std::string half_blocks(const Image& image, TerminalColours colours);

}  // namespace ashlar::pictures
