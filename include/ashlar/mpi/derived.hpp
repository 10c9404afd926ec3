// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/base/enums.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi {

/// Strided indices.
struct StridedRange {
  Index first = 0;
  Index count = 0;
  Index step = 1;
};

/// Strided submatrix.
struct StridedSection {
  StridedRange rows;
  StridedRange cols;
};

/// Datatype of a strided submatrix, in storage order.
/// @throws ArgumentError if a step is below 1, a count negative, or an index outside the matrix
/// @example every second row and column of 5x6 in C order: elements 0 2 4 12 14 16 24 26 28
Datatype strided_section(Shape shape, StorageOrder order, const StridedSection& section,
                         DatatypeView element);

/// Triangle of a square matrix in memory.
struct TriangleSpec {
  Index n = 0;   ///< rows and columns
  Index ld = 0;  ///< distance of rows (C) or columns (Fortran) in elements, >= n; 0: n
  Uplo uplo = Uplo::Upper;
  Diag diag = Diag::NonUnit;  ///< Unit: without the diagonal
  StorageOrder order = StorageOrder::C;
};

/// Datatype of a triangle, in storage order; Uplo::General is the whole matrix.
/// @throws ArgumentError if n is negative or ld is between 1 and n - 1
Datatype triangle(const TriangleSpec& spec, DatatypeView element);

/// Datatype of a matrix in the order of its transpose. Sent as this type and received as a plain
/// array, the matrix is transposed.
/// @throws ArgumentError if a dimension is negative
Datatype transposed_matrix(Shape shape, StorageOrder order, DatatypeView element);

}  // namespace ashlar::mpi
