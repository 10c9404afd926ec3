// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace ashlar {

/// Operation on a matrix while it is read or moved (LAPACK TRANS). Values are LAPACK's letters.
enum class Op : char { None = 'N', Trans = 'T', ConjTrans = 'C' };

/// Triangle of a matrix, or all of it (LAPACK UPLO). Values are LAPACK's letters.
enum class Uplo : char { Upper = 'U', Lower = 'L', General = 'G' };

/// Diagonal of a triangle: stored, or taken to be one (LAPACK DIAG). Values are LAPACK's letters.
enum class Diag : char { NonUnit = 'N', Unit = 'U' };

/// Side from which a triangular or symmetric matrix multiplies. Values are LAPACK's letters.
enum class Side : char { Left = 'L', Right = 'R' };

/// Order in which the ranks fill a process grid (BLACS ORDER). Values are BLACS's letters.
enum class GridOrder : char { Row = 'R', Column = 'C' };

/// Order of elements in a local block or a file, column-major or row-major. Fortran: columns are
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
