// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "plot.hpp"

namespace ashlar::pictures {

/// Parts of an HTML page around a plot. Its script defines
///   `unit(index, dim)`  the plot's row or column (dim 0 or 1) of an index,
///   `first(unit, dim)`  the first index of a plot's row or column,
///   `label(i, j)`       a sentence about indices i and j,
/// all with BigInt indices, and `extent`, two BigInt: the numbers of indices.
struct PageParts {
  std::string title;
  std::string row_word, col_word;  ///< names of the indices: "row" and "column"
  std::string data;                ///< names and values for the script: "p": 2, …
  std::string script;
  Index jump_rows = 10, jump_cols = 10;  ///< units per arrow key with Shift
};

/// Self-contained page: readable without scripts, light or dark by system preference, usable by
/// pointer, touch and keyboard.
std::string html_page(const Plot& plot, const PageParts& parts);

}  // namespace ashlar::pictures
