// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/layout/drawing.hpp>

namespace ashlar::detail {

/// Table of the owners of elements or blocks, about options.map_lines high and options.width wide
/// at most.
/// @pre the matrix is not empty
std::string owner_map(const Layout& layout, const DrawOptions& options);

/// @throws ArgumentError naming an option out of range
void check(const DrawOptions& options);

inline std::string padded_left(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

inline std::string padded_right(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

inline std::string line_of(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace ashlar::detail
