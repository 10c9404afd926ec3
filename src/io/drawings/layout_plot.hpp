// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/io/layout_picture.hpp>

#include "plot.hpp"

namespace ashlar::io {

/// The picture of a layout; the units of the plot are elements.
Plot layout_plot(const Layout& layout, const LayoutPictureOptions& options);

}  // namespace ashlar::io
