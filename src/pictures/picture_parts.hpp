// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include <ashlar/pictures/picture.hpp>

#include "page.hpp"

namespace ashlar::pictures {

struct Picture::Parts {
  Plot plot;
  std::function<PageParts()> page;
  std::function<std::string(TerminalColours)> text;
};

}  // namespace ashlar::pictures
