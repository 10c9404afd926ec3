// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/layout.hpp>
#include <ashlar/pictures/picture.hpp>

namespace ashlar::pictures {

/// Picture of the owners of all elements: blocks in the colours of their ranks, with the ranks'
/// numbers where they fit, indices along the sides and, up to 16 ranks, a legend with local shapes.
/// Of more than 40 blocks along a dimension whole periods of the pattern are drawn, from the first
/// block on, and the caption states the part. Pure.
/// @param element_bytes  for the page, which states the bytes of each rank
/// @throws ArgumentError  unless element_bytes is at least 1
/// @example save_picture(comm, "layout.svg", layout_picture(a.layout()));
Picture layout_picture(const Layout& layout, int element_bytes = 8);

}  // namespace ashlar::pictures
