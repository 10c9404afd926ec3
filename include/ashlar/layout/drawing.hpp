// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <ashlar/layout/block_map.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar {

/// Options of draw. Content beyond these limits is elided with "...".
struct DrawOptions {
  int width = 100;         ///< characters of a line, 64 to 10000
  int map_lines = 32;      ///< rows of the owner map, 4 to 10000
  int process_lines = 16;  ///< processes in the table, 3 to 10000
  bool map = true;         ///< draw the owner map
  bool processes = true;   ///< draw the table of local sizes
  /// Adds terminal codes, such as colours, to `text`, a map cell that names `rank`; empty: no
  /// codes.
  std::function<std::string(const std::string& text, int rank)> paint = {};
};

/// Text drawing of a layout: to_string(), the owner map by process rows and columns, and for each
/// process its local size, smallest LLD and global rows and columns. The map has elements if they
/// fit, else blocks, else the outer blocks. Indices are 0-based, ranges closed. Only long indices
/// exceed the width.
/// @throws ArgumentError naming an option that is out of range
std::string draw(const Layout& layout, const DrawOptions& options = {});

/// Text drawing of a block map: to_string(), the rank of each block, labelled by its first row and
/// column, and the number of blocks and elements of each rank.
/// @throws ArgumentError naming an option that is out of range
std::string draw(const BlockMap& map, const DrawOptions& options = {});

/// Owner and local indices of an element.
struct ElementPlace {
  Coord position;       ///< process coordinates of the owner
  int rank = 0;         ///< rank of the owner
  Index block_row = 0;  ///< block row in the global matrix
  Index block_col = 0;
  Index local_row = 0;  ///< row in the local array
  Index local_col = 0;
};

/// @throws ArgumentError if (i, j) lies outside the matrix
ElementPlace place_of(const Layout& layout, Index i, Index j);

/// "element (7,8) lies on rank 4, process (1,1), as local element (3,2), in block (3,4)"
std::string describe_owner(const Layout& layout, Index i, Index j);

}  // namespace ashlar
