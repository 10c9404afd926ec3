// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/mpi/communicator.hpp>

#include "element_type.hpp"
#include "io/formats/formats.hpp"

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

/// File and name of a new dataset.
struct NewDatasetPath {
  FilePath path;      ///< with the default dataset name
  bool adds = false;  ///< [same] adds the dataset to an existing file
};

/// @param path  "a.h5", "a.h5:/group/x", or a MATLAB variable
/// @throws FileError on all ranks: invalid name, or file of another kind
/// @collective
NewDatasetPath new_dataset_path(mpi::CommunicatorView comm, const std::string& path,
                                Dialect dialect);

// Disk space is reserved first: ranks that met a full disk one by one within HDF5 would deadlock.

/// Reserves `bytes` after the end of the file, whose size stays.
/// @param name  of the file
/// @param path  its name in errors
/// @throws FileError without enough space, or beyond the process's file-size limit
void make_room(const std::string& name, Index bytes, const std::string& path);

/// Releases unused space after the end.
/// @throws FileError
void trim_room(const std::string& name, const std::string& path);

}  // namespace ashlar::io::hdf5
