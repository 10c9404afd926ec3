// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of to_text.
struct PrintOptions {
  Index max_rows = 10;  ///< [same] at least 2; if there are more, only the first and last rows are
                        ///< printed, around "…"
  Index max_cols = 10;  ///< [same] at least 2, for columns
  int precision = 5;    ///< [same] significant digits of floating-point numbers, 1 to 17
  int root = 0;         ///< [same] rank of the result
};

namespace detail {
template <Element T>
std::string text_of(const MatrixView<const T>& a, const PrintOptions& options);
}

/// Text of a matrix or view in aligned columns on rank `root`; empty on other ranks.
///
/// Complex numbers are printed as "1+2i".
/// @throws ArgumentError if an option is out of range
/// @collective over the matrix's communicator
/// @cost one gather of the printed elements; O(max_rows * max_cols + ranks) memory and time on the
/// root
/// @example std::cout << to_text(a, {.max_rows = 4, .max_cols = 4});
template <MatrixLike M>
std::string to_text(const M& a, const PrintOptions& options = {}) {
  return detail::text_of<ValueOf<M>>(detail::const_view(a), options);
}

}  // namespace ashlar
