// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sstream>
#include <string>

namespace ashlar {

/// All parts written one after the other, in the classic locale (no thousands separators, '.' for
/// decimals).
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  (text << ... << parts);
  return text.str();
}

}  // namespace ashlar
