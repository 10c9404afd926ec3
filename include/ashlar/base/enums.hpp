// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace ashlar {

/// What happens to a matrix on its way. Values are LAPACK's letters.
enum class Op : char { None = 'N', Trans = 'T', ConjTrans = 'C' };

/// Which part of a matrix is meant. Values are LAPACK's letters.
enum class Uplo : char { Upper = 'U', Lower = 'L', General = 'G' };

/// Whether the bounding diagonal of a triangle is stored or taken to be one. Values are LAPACK's
/// letters.
enum class Diag : char { NonUnit = 'N', Unit = 'U' };

/// From which side a triangular or symmetric matrix multiplies. Values are LAPACK's letters.
enum class Side : char { Left = 'L', Right = 'R' };

/// How the ranks fill a process grid (BLACS ORDER). Values are BLACS's letters.
enum class GridOrder : char { Row = 'R', Column = 'C' };

/// How the elements of a local block (or a file) follow each other. Fortran: columns are
/// contiguous.
enum class StorageOrder : char { Fortran = 'F', C = 'C' };

constexpr bool is_transposing(Op op) { return op != Op::None; }

constexpr std::string_view to_string(Op op) {
  return op == Op::None ? "none" : op == Op::Trans ? "transpose" : "conjugate-transpose";
}
constexpr std::string_view to_string(Uplo uplo) {
  return uplo == Uplo::Upper ? "upper" : uplo == Uplo::Lower ? "lower" : "general";
}
constexpr std::string_view to_string(Diag diag) { return diag == Diag::Unit ? "unit" : "non-unit"; }
constexpr std::string_view to_string(Side side) { return side == Side::Left ? "left" : "right"; }
constexpr std::string_view to_string(GridOrder order) {
  return order == GridOrder::Row ? "row" : "column";
}
constexpr std::string_view to_string(StorageOrder order) {
  return order == StorageOrder::C ? "C" : "F";
}

}  // namespace ashlar
