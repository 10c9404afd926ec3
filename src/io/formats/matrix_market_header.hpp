// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/shape.hpp>

#include "io/formats/text_cursor.hpp"

namespace ashlar::io {

struct MatrixMarketHeader {
  enum class Field { Real, Complex, Integer, Unsigned, Pattern };
  enum class Symmetry { General, Symmetric, SkewSymmetric, Hermitian };

  bool is_coordinate = false;
  Field field = Field::Real;
  Symmetry symmetry = Symmetry::General;
  Shape shape;
  Index entries = 0;  ///< announced; of an array implied by the shape
  TextPlace data;     ///< after the header

  /// Element type of the field.
  DType dtype() const;
};

inline constexpr TextSyntax matrix_market_syntax{" \t", " \t"};
inline constexpr char matrix_market_comment = '%';

/// True for the first bytes of a Matrix Market file.
bool is_matrix_market(std::string_view first_bytes);

/// Parses the header, in any case.
/// @throws FileError
MatrixMarketHeader read_matrix_market_header(const ByteSource& file);

/// Header of a general array.
std::string format_matrix_market_header(DType dtype, Shape shape);

}  // namespace ashlar::io
