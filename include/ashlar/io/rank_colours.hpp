// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/io/image.hpp>

namespace ashlar::io {

/// The colour of a rank in pictures of layouts, the same in all of them. The first eight are Okabe
/// and Ito's, which the colour-blind can tell apart; further ones are lighter and darker shades of
/// those. Pure.
/// @pre rank >= 0
Colour colour_of_rank(int rank);

/// Black or white: what can be read on a background.
Colour ink_on(Colour background);

}  // namespace ashlar::io
