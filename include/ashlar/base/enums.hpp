// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace ashlar {

/// Operation on a matrix (LAPACK TRANS letters).
enum class Op : char { None = 'N', Trans = 'T', ConjTrans = 'C' };

/// Triangle of a matrix, or all of it (LAPACK UPLO letters).
enum class Uplo : char { Upper = 'U', Lower = 'L', General = 'G' };

/// Diagonal of a triangle: stored, or implicitly one (LAPACK DIAG letters).
enum class Diag : char { NonUnit = 'N', Unit = 'U' };

/// Side of a triangular or symmetric factor (BLAS SIDE letters).
enum class Side : char { Left = 'L', Right = 'R' };

/// Order of the ranks in a process grid (BLACS ORDER letters).
enum class GridOrder : char { Row = 'R', Column = 'C' };

/// Order of elements in a local block or file: column-major (Fortran) or row-major (C).
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
