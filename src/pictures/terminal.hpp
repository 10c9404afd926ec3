// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/pictures/picture.hpp>

#include "image.hpp"

namespace ashlar::pictures {

/// Text on a background, in black or white, with the codes of ISO 6429; without colours the text
/// itself.
std::string on_colour(std::string_view text, Colour background, TerminalColours colours);

/// An image as lines of text, each character two pixels, one above the other: with colours a half
/// block, without them a shade from " " to "@", light on dark.
std::string half_blocks(const Image& image, TerminalColours colours);

}  // namespace ashlar::pictures
