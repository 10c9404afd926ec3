// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sstream>
#include <string>

namespace ashlar {

namespace detail {
template <class Part>
void write_part(std::ostream& text, const Part& part) {
  if constexpr (requires { part.to_string(); }) text << part.to_string();
  else text << part;
}
}  // namespace detail

/// All parts written one after the other, in the classic locale (no thousands separators, '.' for
/// decimals). A part with a `to_string()` is written by it: so checks that hold cost no text.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  (detail::write_part(text, parts), ...);
  return text.str();
}

}  // namespace ashlar
