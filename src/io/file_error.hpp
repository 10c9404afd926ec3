// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::io {

/// FileError with a long `path` shortened to keep the reason.
inline FileError file_error(const std::string& path, const std::string& reason) {
  constexpr std::size_t longest = 1000, end = 200;
  if (path.size() <= longest) return {path, reason};
  return {path.substr(0, longest - end) + "..." + path.substr(path.size() - end), reason};
}
/// The same of a reason in parts.
template <class... Parts>
requires(sizeof...(Parts) > 1)
FileError file_error(const std::string& path, const Parts&... reason) {
  return file_error(path, concat(reason...));
}

/// Quotes untrusted text: at most 40 characters, '?' for other than printable ASCII.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t limit = 40;
  std::string result = "'";
  for (char c : text.substr(0, limit)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > limit ? "…'" : "'");
}

/// "'a', 'b', ...": the first `most` names.
template <class Items, class Name>
std::string listed(const Items& items, Name&& name_of, std::size_t most = 8) {
  std::string names;
  for (std::size_t k = 0; k < std::min(most, items.size()); ++k)
    names += (k == 0 ? "" : ", ") + in_quotes(name_of(items[k]));
  return items.size() > most ? names + ", ..." : names;
}

/// Refuses a matrix whose size in bytes exceeds 63 bits.
/// @throws FileError
inline void check_countable(Shape shape, DType dtype, const std::string& path) {
  Index bytes = 0;
  if (__builtin_mul_overflow(shape.rows, shape.cols, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(size_of(dtype)), &bytes))
    throw file_error(path, "its shape ", shape.rows, "x", shape.cols, " of ", to_string(dtype),
                     " exceeds the range of 64-bit sizes");
}

}  // namespace ashlar::io
