// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>

// Numbers in NumPy's output form: equal widths and the fewest digits.

namespace ashlar::apps {

/// Texts of equal width, except complex ones: at most `digits` after the point, fewer if exact;
/// with an exponent if some numbers are large, or far smaller than others.
template <Element T>
std::vector<std::string> number_texts(std::span<const T> numbers, int digits);

/// Displayed part of an array.
struct ShownArray {
  std::vector<std::string> words;  ///< row by row
  std::size_t cols = 0;            ///< words per row; divides words.size()
  std::size_t row_gap = 0;         ///< omitted rows precede this one; 0: none
  std::size_t col_gap = 0;         ///< omitted columns precede this one; 0: none
  bool is_vector = false;          ///< one dimension: one row, without outer brackets
};

/// "[[1 2 3]\n [4 5 6]]", lines broken at 75 characters, "..." for omitted elements.
std::string brackets(const ShownArray& array);

}  // namespace ashlar::apps
