// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/layout.hpp>

#include "page.hpp"

namespace ashlar::pictures {

/// Plot of a layout; units are elements.
Plot layout_plot(const Layout& layout);

}  // namespace ashlar::pictures
