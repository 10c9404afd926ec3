// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/io/image.hpp>

namespace ashlar::io {

/// Colours that a terminal knows.
enum class TerminalColours {
  None,
  Palette,  ///< the 256 of xterm; the nearest is taken
  True,     ///< 24 bits
};

/// Text on a background, in black or white, with the codes of ISO 6429; as it is, where there are
/// no colours. Pure.
std::string on_colour(std::string_view text, Colour background, TerminalColours colours);

/// A picture as lines of text, each character two pixels, one above the other: with colours a half
/// block, without them a shade from " " to "@", light on dark. Pure.
std::string half_blocks(const Image& image, TerminalColours colours);

}  // namespace ashlar::io
