// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "element_type.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io::hdf5 {

/// a / b, rounded up.
constexpr Index ceiling(Index a, Index b) { return a / b + (a % b != 0 ? 1 : 0); }

/// How a new matrix lies in its dataset.
struct DatasetPlan {
  Shape shape;                   ///< of the matrix
  std::vector<hsize_t> extents;  ///< of the dataset: of two, one or no dimensions
  std::vector<hsize_t> chunk;    ///< as many; none: in one piece
  int compression = 0;
  Index width = 0;        ///< elements of a line
  ElementType type;       ///< of the file
  std::string stored_as;  ///< "bool", "float16": what is made of the elements
  Dialect dialect = Dialect::Plain;
  bool holds_shape = false;  ///< an empty matrix of MATLAB's: its shape stands in its place

  /// Bytes of an element as the caller has it, and in the file.
  Index given_bytes() const { return static_cast<Index>(size_of(type.dtype)); }
  Index element_bytes() const { return static_cast<Index>(type.bytes()); }
  Index lines() const { return shape.empty() ? 0 : shape.rows * shape.cols / width; }
  bool is_packed() const { return !chunk.empty() && compression > 0; }
  /// True if the elements stand in one piece in the file, as they are in memory.
  bool is_plain() const {
    return !shape.empty() && chunk.empty() && stored_as.empty() && !type.swapped;
  }
  /// Bytes that the file can grow by when these lines are written, with all that HDF5 keeps of
  /// them.
  Index largest_growth(Range part) const;
  /// The type of what HDF5 is handed.
  ElementType in_memory() const {
    ElementType native = type;
    native.swapped = false;
    return native;
  }
};

/// The plan for a matrix. Pure.
DatasetPlan plan_dataset(const NewMatrix& matrix, Dialect dialect);

/// Creates the dataset, the groups on the way to it, and its attributes.
/// @throws FileError
/// @collective where the file was opened by several ranks
DatasetHandle create_dataset(const Calls& call, const FileHandle& file, const std::string& name,
                             const DatasetPlan& plan, const NewMatrix& matrix);

}  // namespace ashlar::io::hdf5
