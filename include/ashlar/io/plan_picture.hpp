// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/io/image.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar::io {

/// Picture of who sends how much to whom: senders downwards, receivers across, bytes as colours on
/// a logarithmic scale, figures of the whole move below. Up to 256 ranks each has its row and
/// column, of more each row and column stands for a range of ranks; the sums are exact. The text of
/// an SVG file. Pure; so are the others.
/// @throws ArgumentError unless element_bytes is at least 1
/// @cost that of a TrafficMap and of the summary: about a second for a million ranks
std::string plan_svg(const Transfers& moves, int element_bytes);

/// The same as pixels.
Image plan_image(const Transfers& moves, int element_bytes);

/// The same as an HTML page without external parts, which says how much two ranks, or ranges of
/// them, exchange: those under the pointer, those chosen by the arrow keys, or any.
std::string plan_page(const Transfers& moves, int element_bytes);

}  // namespace ashlar::io
