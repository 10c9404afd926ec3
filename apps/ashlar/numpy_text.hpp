// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

// Numbers in the form in which NumPy prints arrays: one width for all, no more digits than needed.

namespace ashlar::apps {

/// The numbers, all of one width but for complex ones: as many digits behind the point as `digits`,
/// fewer where fewer are exact; with an exponent where some are large, or far smaller than others.
template <Element T>
std::vector<std::string> number_texts(std::span<const T> numbers, int digits);

/// What is shown of an array.
struct ShownArray {
  std::vector<std::string> words;  ///< row by row
  std::size_t cols = 0;            ///< words in a row; words.size() is a multiple of it
  std::size_t row_gap = 0;         ///< rows are left out before this one; 0: none
  std::size_t col_gap = 0;         ///< columns are left out before this one; 0: none
  bool is_vector = false;          ///< one dimension: one row, without the outer brackets
};

/// "[[1 2 3]\n [4 5 6]]", lines broken at 75 characters, "..." for what is left out.
std::string brackets(const ShownArray& array);

}  // namespace ashlar::apps
