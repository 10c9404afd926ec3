// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of to_text: how much of a matrix is shown.
struct PrintOptions {
  Index max_rows =
      10;  ///< [same] of more rows, only the first and last are shown, "…" between them; at least 2
  Index max_cols = 10;  ///< [same] the same for columns; at least 2
  int precision = 5;    ///< [same] significant digits of floating-point numbers, 1 to 17
  int root = 0;         ///< [same] the rank that gets the text
};

namespace detail {
template <Element T>
std::string text_of(const MatrixView<const T>& a, const PrintOptions& options);
}

/// The matrix or view as lines of text, columns aligned, on rank `root`; an empty string on the
/// others.
///
/// Only the elements that are shown travel, in one gather. Complex numbers read "1+2i".
/// @throws ArgumentError if an option is out of its range
/// @collective over the matrix's communicator
/// @cost O(max_rows * max_cols + ranks) memory and time on the root
/// @example std::cout << to_text(a, {.max_rows = 4, .max_cols = 4});
template <MatrixLike M>
std::string to_text(const M& a, const PrintOptions& options = {}) {
  return detail::text_of<ValueOf<M>>(const_view(a), options);
}

}  // namespace ashlar
