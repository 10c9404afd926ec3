// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

#include "io/formats/text_cursor.hpp"

namespace ashlar::io {

/// What the first line and the line of sizes of a Matrix Market file say.
struct MatrixMarketHeader {
  enum class Field { Real, Complex, Integer, Unsigned, Pattern };
  enum class Symmetry { General, Symmetric, SkewSymmetric, Hermitian };

  bool is_coordinate = false;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
  Shape shape;
  Index entries = 0;  ///< announced or, of an array, implied by the shape
  TextPlace data;     ///< behind the header

  /// Type that holds what the field promises.
  DType dtype() const;
};

/// Words of a Matrix Market file stand between blanks.
inline constexpr TextSyntax matrix_market_syntax{" \t", " \t"};

/// True if a file that begins so calls itself Matrix Market.
bool is_matrix_market(std::string_view first_bytes);

/// Reads the header of a file in any mix of small and capital letters.
/// @throws FileError
MatrixMarketHeader read_matrix_market_header(const ByteSource& file);

/// Goes to the next line that is neither empty nor a comment; false if there is none.
bool find_entry(TextCursor& cursor);

/// The header that says: an array of such elements in general form.
std::string format_matrix_market_header(DType dtype, Shape shape);

}  // namespace ashlar::io
