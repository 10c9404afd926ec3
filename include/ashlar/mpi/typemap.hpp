// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/datatype.hpp>

namespace ashlar::mpi {

/// One pair of a typemap: an element of a named type, `displacement` bytes from the beginning.
struct TypemapEntry {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  Index displacement = 0;
  friend bool operator==(const TypemapEntry&, const TypemapEntry&) = default;
};

/// Neighbouring bytes: `length` of them from `displacement` on.
struct ByteRun {
  Index displacement = 0;
  Index length = 0;
  friend bool operator==(const ByteRun&, const ByteRun&) = default;
};

/// The typemap of a type: its elements in the order of a message (the standard's sequence of (type,
/// displacement)), found by taking the type apart (MPI_Type_get_envelope, MPI_Type_get_contents)
/// down to named types.
/// @cost time and memory in proportion to the elements
/// @example vector {2, 1, 3} of MPI_FLOAT -> (MPI_FLOAT, 0), (MPI_FLOAT, 12)
std::vector<TypemapEntry> typemap(DatatypeView type);

/// The bytes of a type in the order of a message, neighbours joined.
std::vector<ByteRun> byte_runs(DatatypeView type);

/// A picture of a type laid over a `shape` matrix stored in `order`: one line per row, '#' for an
/// element that the type names, '.' for one that it leaves out, a digit (or '+' from ten on) for
/// one that it names several times.
/// @throws ArgumentError if the type's elements are not all of one named type, or one is not an
/// element of the matrix
/// @example the upper triangle of 3x3:
///     # # #
///     . # #
///     . . #
std::string stencil(DatatypeView type, Shape shape, StorageOrder order = StorageOrder::C);

}  // namespace ashlar::mpi
