// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "element_type.hpp"
#include "io/formats/format.hpp"

namespace ashlar::io::hdf5 {

/// a / b, rounded up.
constexpr Index ceiling(Index a, Index b) { return a / b + (a % b != 0 ? 1 : 0); }

/// Dataset of a new matrix. Chunks (default 256 x 256) are deflated after a byte shuffle. Each
/// panel temporarily needs its uncompressed size on the disk.
struct DatasetPlan {
  Shape shape;                   ///< of the matrix
  std::vector<hsize_t> extents;  ///< of the dataset: zero to two
  std::vector<hsize_t> chunk;    ///< of the same rank; empty: contiguous
  int compression = 0;
  Index width = 0;        ///< elements per line
  ElementType type;       ///< of the file
  std::string stored_as;  ///< "bool", "float16": converted from `type`
  Dialect dialect = Dialect::Plain;
  bool holds_shape = false;  ///< empty MATLAB matrix: the dataset has its shape

  /// Bytes of an element of the caller and of the file.
  Index given_bytes() const { return static_cast<Index>(size_of(type.dtype)); }
  Index element_bytes() const { return static_cast<Index>(type.bytes()); }
  Index lines() const { return shape.empty() ? 0 : shape.rows * shape.cols / width; }
  bool is_packed() const { return !chunk.empty() && compression > 0; }
  /// True if elements are contiguous in the file and unconverted.
  bool is_plain() const {
    return !shape.empty() && chunk.empty() && stored_as.empty() && !type.swapped;
  }
  /// Maximal growth of the file by these lines, with metadata.
  Index largest_growth(Range part) const;
  /// Type of the memory passed to HDF5.
  ElementType in_memory() const {
    ElementType native = type;
    native.swapped = false;
    return native;
  }
};

/// Plan for a matrix. Pure.
DatasetPlan plan_dataset(const NewMatrix& matrix, Dialect dialect);

/// Creates the dataset, its groups and the attributes shape, block, grid, source and order.
/// @throws FileError
/// @collective where several ranks opened the file
DatasetHandle create_dataset(const Calls& call, const FileHandle& file, const std::string& name,
                             const DatasetPlan& plan, const NewMatrix& matrix);

}  // namespace ashlar::io::hdf5
