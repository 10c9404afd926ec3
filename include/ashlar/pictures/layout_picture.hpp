// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/layout.hpp>
#include <ashlar/pictures/picture.hpp>

namespace ashlar::pictures {

/// Picture of the owners of all elements: blocks in rank colours with rank numbers, indices and, up
/// to 16 ranks, a legend with local shapes. Above 40 blocks in a dimension it shows whole periods
/// of the pattern from the first block on, stated in the caption. Pure.
/// @param element_bytes  for the bytes of each rank on the page
/// @throws ArgumentError  unless element_bytes is at least 1
/// @example save_picture(comm, "layout.svg", layout_picture(a.layout()));
Picture layout_picture(const Layout& layout, int element_bytes = 8);

}  // namespace ashlar::pictures
