// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/error.hpp>

namespace ashlar::io {

/// FileError with a long `path` shortened to keep the reason.
inline FileError file_error(const std::string& path, const std::string& reason) {
  constexpr std::size_t longest = 1000, end = 200;
  if (path.size() <= longest) return {path, reason};
  return {path.substr(0, longest - end) + "..." + path.substr(path.size() - end), reason};
}

}  // namespace ashlar::io
