// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "plot.hpp"

namespace ashlar::pictures {

/// An HTML page around a plot: what it is made of. The script of a page defines
///   unit(index, dim)   the plot's row or column (dim 0 or 1) in which an index lies,
///   first(unit, dim)   the first index of a plot's row or column,
///   say(i, j)          a sentence about indices i and j,
/// all with BigInt indices, and `extent`, two BigInt: the numbers of indices.
struct PageParts {
  std::string title;
  std::string row_word, col_word;  ///< what the indices count: "row" and "column"
  std::string data;                ///< names and values for the script: "p": 2, …
  std::string script;
  Index jump_rows = 10, jump_cols = 10;  ///< units that the arrow keys move with Shift
};

/// The page, without external parts: readable without a script, light or dark as the reader's
/// system is, usable by pointer, touch and keyboard.
std::string html_page(const Plot& plot, const PageParts& parts);

}  // namespace ashlar::pictures
