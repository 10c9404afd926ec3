// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi {

/// Entry of a typemap: predefined type and displacement in bytes.
struct TypemapEntry {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  Index displacement = 0;
  friend bool operator==(const TypemapEntry&, const TypemapEntry&) = default;
};

/// `length` contiguous bytes from `displacement` on.
struct ByteRun {
  Index displacement = 0;
  Index length = 0;
  friend bool operator==(const ByteRun&, const ByteRun&) = default;
};

/// Typemap of a type: its elements in message order, decoded to predefined types
/// (MPI_Type_get_envelope, MPI_Type_get_contents).
/// @cost time and memory proportional to the elements
/// @example vector {2, 1, 3} of MPI_FLOAT -> (MPI_FLOAT, 0), (MPI_FLOAT, 12)
std::vector<TypemapEntry> typemap(DatatypeView type);

/// Bytes of a type in message order, with contiguous runs merged.
std::vector<ByteRun> byte_runs(DatatypeView type);

/// Picture of a type on a `shape` matrix in `order`: one line per row, '#' for an element of the
/// type, '.' for others, a digit ('+' from ten) for repeated elements.
/// @throws ArgumentError if the type has elements of several types, or outside the matrix
/// @example the upper triangle of 3x3:
///     # # #
///     . # #
///     . . #
std::string stencil(DatatypeView type, Shape shape, StorageOrder order = StorageOrder::C);

}  // namespace ashlar::mpi
