// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include <ashlar/base/expect.hpp>
#include <ashlar/layout/shape.hpp>

namespace ashlar::detail {

/// The part of a matrix that a move was asked for, all of it if no part was named.
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

}  // namespace ashlar::detail
