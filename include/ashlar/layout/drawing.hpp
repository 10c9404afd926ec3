// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <ashlar/layout/block_map.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar {

/// Options of draw: the room that a drawing may take. What does not fit is elided with "...".
struct DrawOptions {
  int width = 100;         ///< characters of a line, 64 to 10000
  int map_lines = 32;      ///< rows of the owner map, 4 to 10000
  int process_lines = 16;  ///< processes in the table, 3 to 10000
  bool map = true;         ///< draw who owns what
  bool processes = true;   ///< draw the table of local sizes
  /// What a terminal is sent for the cells of a layout's map, which name this rank: the text with
  /// codes of colours around it, for one. Else the text.
  std::function<std::string(const std::string& text, int rank)> paint = {};
};

/// Text drawing of a layout for a terminal: its one line, the owner map with process rows and
/// columns as headings, and for each process its local size, smallest LLD and the global rows and
/// columns that it keeps. The map shows single elements where they fit, else blocks, else the outer
/// blocks. Indices are 0-based, ranges closed. Only indices of many digits make a line longer than
/// the width.
/// @throws ArgumentError naming the option that is out of its range
std::string draw(const Layout& layout, const DrawOptions& options = {});

/// Text drawing of a block map: its one line, which rank keeps each block, blocks named by their
/// first row and column, and for each rank how many blocks and elements it keeps.
/// @throws ArgumentError naming the option that is out of its range
std::string draw(const BlockMap& map, const DrawOptions& options = {});

/// Place of one element: its rank and its index in that rank's memory.
struct ElementPlace {
  Coord position;       ///< process coordinates of its owner
  int rank = 0;         ///< the owner's rank
  Index block_row = 0;  ///< its block, counted in the global matrix
  Index block_col = 0;
  Index local_row = 0;  ///< its place in the owner's local array
  Index local_col = 0;
};

/// @throws ArgumentError if (i, j) lies outside the matrix
ElementPlace place_of(const Layout& layout, Index i, Index j);

/// place_of as a sentence: "element (7,8) lies on rank 4, process (1,1), as local element (3,2), in
/// block (3,4)".
std::string describe_owner(const Layout& layout, Index i, Index j);

}  // namespace ashlar
