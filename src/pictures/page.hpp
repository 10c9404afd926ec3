// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <ashlar/pictures/picture.hpp>

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

/// Compact table of texts for a page: distinct texts in order of occurrence, and their numbers by
/// position, with repetitions as "number*times".
class Numbered {
 public:
  void add(const std::string& text);

  std::string texts() const;
  /// Numbers, separated by commas.
  std::string numbers();

 private:
  void end_repetition();

  std::map<std::string, int> numbers_of_;
  std::vector<std::string> texts_;
  std::string numbers_;
  int last_ = -1, times_ = 0;
};

/// JavaScript function that decodes this string.
extern const char* const numbered_script;

struct Picture::Parts {
  Plot plot;
  std::function<PageParts()> page;
  std::function<std::string(TerminalColours)> text;
};

}  // namespace ashlar::pictures
