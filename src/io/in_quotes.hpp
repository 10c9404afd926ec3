// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace ashlar::io {

/// `text` of unknown origin in quotes, fit for a message: at most 40 characters, what is not
/// printable ASCII as '?'.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t limit = 40;
  std::string result = "'";
  for (char c : text.substr(0, limit)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > limit ? "…'" : "'");
}

}  // namespace ashlar::io
