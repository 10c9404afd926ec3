// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/image.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar::io {

/// Options of pictures of layouts.
struct LayoutPictureOptions {
  /// Most blocks along a dimension. Of more, whole periods of the pattern are drawn, from the first
  /// block on, and the caption says so.
  int most_blocks = 40;
  int element_bytes = 8;  ///< for pages, which say how much each rank holds
};

/// Picture of who owns what: blocks in the colours of their ranks, with the ranks' numbers where
/// they fit, indices along the sides and, up to 16 ranks, a legend with local shapes. The text of
/// an SVG file. Pure; so are the others.
/// @throws ArgumentError unless 2 <= most_blocks <= 200
/// @example write_whole_file(comm, "layout.svg", layout_svg(a.layout()));
std::string layout_svg(const Layout& layout, const LayoutPictureOptions& options = {});

/// The same as pixels.
Image layout_image(const Layout& layout, const LayoutPictureOptions& options = {});

/// The same as an HTML page without external parts. It says where an element lies, that under the
/// pointer, that chosen by the arrow keys, or any of the matrix by its indices.
/// @throws ArgumentError unless 2 <= most_blocks <= 200 and 1 <= element_bytes
std::string layout_page(const Layout& layout, const LayoutPictureOptions& options = {});

}  // namespace ashlar::io
