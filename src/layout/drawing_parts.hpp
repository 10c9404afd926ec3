// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <string>
#include <vector>

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

using TableRow = std::vector<std::string>;

/// Table with columns two blanks apart, the last `lists` of them flush left.
std::string aligned(const std::vector<TableRow>& table, std::size_t lists);

/// Stands for indices that are not drawn.
inline constexpr Index gap = -1;

/// Drawn indices, at most max(room, 3): first ones, a gap, last ones.
std::vector<Index> shown_of(Index count, Index room);

/// "12.3 MiB"
inline std::string bytes_text(double bytes) {
  static constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  int unit = 0;
  while (bytes >= 1024 && unit < 6) {
    bytes /= 1024;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  return text;
}

}  // namespace ashlar::detail
