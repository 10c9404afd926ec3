// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/layout/transfers.hpp>

namespace ashlar::detail {

/// Section to move; the whole matrix by default.
/// @throws ArgumentError if it does not lie inside the matrix
inline Section checked_section(const std::optional<Section>& wanted, Shape shape,
                               const char* whose) {
  if (!wanted) return Section::all(shape);
  const auto check = [&](Range range, Index extent, const char* dimension) {
    expect(0 <= range.first && range.first <= range.last && range.last <= extent,
           "move: ", dimension, " ", range.first, ":", range.last, " of the ", whose,
           " are not a range inside 0:", extent);
  };
  check(wanted->rows, shape.rows, "rows");
  check(wanted->cols, shape.cols, "columns");
  return *wanted;
}

/// @throws ArgumentError if op(source) and target have different shapes
inline void check_shapes(Shape source, Shape target, bool transposing) {
  const Shape from = transposing ? source.transposed() : source;
  expect(from == target, "move: the source", transposing ? ", transposed," : "", " is ", from.rows,
         "x", from.cols, ", but the target is ", target.rows, "x", target.cols,
         "; give sections or layouts of equal shape");
}

/// Checks options, which may be casts of arbitrary characters.
/// @throws ArgumentError unless each is one of its enumerators
inline void check_letters(Op op, Uplo uplo, Diag diag) {
  const auto number = [](auto option) { return static_cast<int>(option); };
  expect(op == Op::None || op == Op::Trans || op == Op::ConjTrans,
         "move: op has the character code ", number(op),
         ", but must be Op::None ('N'), Trans ('T') or ConjTrans ('C')");
  expect(uplo == Uplo::General || uplo == Uplo::Upper || uplo == Uplo::Lower,
         "move: uplo has the character code ", number(uplo),
         ", but must be Uplo::General ('G'), Upper ('U') or Lower ('L')");
  expect(diag == Diag::NonUnit || diag == Diag::Unit, "move: diag has the character code ",
         number(diag), ", but must be Diag::NonUnit ('N') or Unit ('U')");
}

/// Part of a matrix that the options name.
/// @throws ArgumentError if a section is outside its matrix or the shapes do not match
inline MovedPart checked_part(Shape source, Shape target, const TransferOptions& options) {
  const Section from = checked_section(options.source, source, "source"),
                into = checked_section(options.target, target, "target");
  check_letters(options.op, options.uplo, options.diag);
  const Shape to = into.shape();
  check_shapes(from.shape(), to, is_transposing(options.op));
  checked_product(to.rows, to.cols, "move: the number of elements");
  // Diagonals beyond the corners are equivalent; the bound excludes overflow of index sums.
  const Triangle triangle{options.uplo,
                          to.empty() ? 0 : std::clamp(options.diagonal, -to.rows, to.cols)};
  return {options.op, from, into, triangle,
          options.diag == Diag::Unit ? triangle.strict() : triangle};
}

}  // namespace ashlar::detail
