// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace ashlar::io {

/// Quotes untrusted text: at most 40 characters, '?' for other than printable ASCII.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t limit = 40;
  std::string result = "'";
  for (char c : text.substr(0, limit)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > limit ? "…'" : "'");
}

}  // namespace ashlar::io
