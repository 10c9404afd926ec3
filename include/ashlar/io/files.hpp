// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ashlar/matrix/convert.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/process_grid.hpp>

namespace ashlar::io {

/// Header of a matrix file: shape, element type and order, without the data.
struct FileInfo {
  std::string format = "npy";  ///< a name of FileHints::format
  DType dtype = DType::Float64;
  std::string stored_as =
      {};  ///< type of the file without a C++ equivalent, stored as `dtype`: "bool", "float16"
  Shape shape;
  StorageOrder order = StorageOrder::C;
  int dimensions = 2;  ///< 2: matrix; 1: vector, loaded as n x 1; 0: scalar, loaded as 1x1
  /// Extents of an array of more than two dimensions, which load_array reads. `shape` is then the
  /// slowest dimension (rows in C order, columns in Fortran order) by the product of the others.
  std::vector<Index> extents = {};
  bool swapped = false;          ///< byte order is not this machine's
  Index bytes = 0;               ///< size of the file; of pieces: of their elements
  std::optional<Layout> pieces;  ///< recorded layout of a folder of pieces
  /// Column names from the header line of a text table; else empty.
  std::vector<std::string> names = {};

  /// One extent per dimension.
  std::vector<Index> sizes() const {
    if (dimensions > 2) return extents;
    std::vector<Index> sizes{shape.rows, shape.cols};
    sizes.resize(static_cast<std::size_t>(dimensions));
    return sizes;
  }
};

/// Treatment of missing values of a text table: empty fields, NA, N/A, `<NA>`, NaN, null and none,
/// in lower or upper case.
enum class Missing {
  Refused,  ///< FileError with row and column; only "nan" is a number
  Nan,      ///< quiet NaN of the floating-point type
};

/// Parameters of a matrix file that cannot be read from the file.
struct FileHints {
  std::string format =
      {};  ///< "npy", "csv", …; empty: detected by the first bytes or the file extension
  std::optional<DType> dtype = {};  ///< of raw binary and text; default: float64, or complex128 if
                                    ///< the text has complex numbers
  std::optional<Shape> shape = {};  ///< of raw binary
  StorageOrder order = StorageOrder::C;  ///< of raw binary
  Index offset = 0;                      ///< of raw binary: bytes before the first element
  bool swapped = false;                  ///< of raw binary: byte order is not this machine's
  char delimiter = '\0';                 ///< of text tables; default: detected in the first line
  /// Header of a text table: true: the first line holds column names; false: numbers. By default a
  /// first line of words is a header, and a warning quotes it.
  std::optional<bool> header = {};
  Missing missing = Missing::Refused;  ///< of text tables
  /// Two-dimensional section of an n-dimensional array, one entry per dimension: an index
  /// (negative: from the end), or nullopt for a dimension of the section. The first such dimension
  /// is that of the rows, the second that of the columns; a single one gives an n x 1 matrix.
  /// @example {3, std::nullopt, std::nullopt} is a[3, :, :] of NumPy
  std::vector<std::optional<Index>> index = {};
};

/// Format options of a written file.
struct FileStyle {
  std::string format = {};     ///< as FileHints::format; empty: by the file extension
  std::string stored_as = {};  ///< "bool" or "float16": type of the file without a C++ equivalent
  bool swapped = false;        ///< byte order opposite to this machine's
  int compression = 0;         ///< 0: none, 1: fast, … 9: small
  std::optional<Block> chunk = {};  ///< chunk shape of HDF5
  char delimiter = '\0';            ///< of text tables; default: by the file extension
  /// Overflow of "float16": infinity and a warning with the count, or a FileError with one element.
  Overflow overflow = Overflow::Infinite;
  std::optional<Layout> layout = {};  ///< recorded in formats with attributes
};

/// Options of load and load_as.
struct LoadOptions {
  StorageOrder order =
      StorageOrder::Fortran;  ///< [same] column-major (Fortran) or row-major (C) local blocks
  /// [same] overflow in the type of load_as: infinity and a warning with the count, or a FileError
  /// with one element
  Overflow overflow = Overflow::Infinite;
  Section section = {Range::all(),
                     Range::all()};  ///< [same] section to load; only this part is read
  FileHints file = {};               ///< [same]
};

/// Options of save.
struct SaveOptions {
  StorageOrder order = StorageOrder::C;  ///< [same] of the file, in formats with both orders
  int dimensions =
      2;  ///< [same] 1: an n x 1 matrix becomes a vector; 0: a 1x1 matrix becomes a scalar
  FileStyle file = {};  ///< [same]
};

/// Reads the header of a matrix file, or layout.json of a folder of pieces, on rank 0; returns it
/// on all ranks.
/// @param path  [same]
/// @throws FileError on all ranks, with one sentence
/// @collective over `comm`
FileInfo read_info(mpi::CommunicatorView comm, const std::string& path,
                   const FileHints& hints = {});
/// Overload for one process, before MPI_Init or without MPI.
/// @throws FileError
FileInfo read_info(const std::string& path, const FileHints& hints = {});

/// Layout of parallel file access: each of `ranks` ranks has a contiguous range of rows (C order)
/// or columns (Fortran order, pieces). Loading into this layout needs no message, and in the order
/// of the file no copy. Pure.
Layout file_layout(const FileInfo& info, int ranks);
Layout file_layout(Shape shape, StorageOrder order, int ranks);

/// Conversion of a file with another element type.
enum class Conversion { Refused, Allowed };

namespace detail {
using LayoutFor = std::function<Layout(Shape)>;
inline LayoutFor on_grid(const ProcessGrid& grid, const Blocking& blocking) {
  return [=](Shape shape) { return grid.layout(shape, blocking); };
}
inline LayoutFor exactly(const Layout& layout) {
  return [=](Shape) { return layout; };
}
template <Element T>
DistMatrix<T> load_matrix(const std::string& path, mpi::CommunicatorView comm,
                          const LayoutFor& layout_for, Conversion conversion,
                          const LoadOptions& options);
}  // namespace detail

/// Loads a matrix from a file of any format or a folder of pieces in the layout grid.layout(shape,
/// blocking). Every rank reads a contiguous part of each panel, which is then redistributed; the
/// path must be valid on every rank. Local blocks in the order of the file need no transposition.
/// @param path  [same]
/// @throws FileError on all ranks: unreadable, malformed, or of another element type than T (see
/// load_as)
/// @throws OutOfMemory, ArgumentError as DistMatrix
/// @collective over grid.comm(), idle ranks included
/// @cost temporarily two panels of 64 MiB on each rank, besides the matrix
/// @example auto a = load<double>("A.npy", grid, {.block = {64, 64}});
template <Element T>
DistMatrix<T> load(const std::string& path, const ProcessGrid& grid, const Blocking& blocking = {},
                   const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, grid.comm(), detail::on_grid(grid, blocking),
                                Conversion::Refused, options);
}
/// Overload with a given layout.
/// @throws ArgumentError  if the shapes of layout and file differ
template <Element T>
DistMatrix<T> load(const std::string& path, mpi::CommunicatorView comm, const Layout& layout,
                   const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, comm, detail::exactly(layout), Conversion::Refused, options);
}

/// Loads a matrix from a file of any element type. Real becomes complex and integers become
/// floating-point as in NumPy; fractions are truncated to integers in range. Finite numbers too
/// large for a floating-point T become infinite with a warning that counts them, or are refused by
/// LoadOptions::overflow.
/// @throws FileError  with an element that T cannot represent, or if the file is complex and T is
/// real
template <Element T>
DistMatrix<T> load_as(const std::string& path, const ProcessGrid& grid,
                      const Blocking& blocking = {}, const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, grid.comm(), detail::on_grid(grid, blocking),
                                Conversion::Allowed, options);
}
template <Element T>
DistMatrix<T> load_as(const std::string& path, mpi::CommunicatorView comm, const Layout& layout,
                      const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, comm, detail::exactly(layout), Conversion::Allowed, options);
}

/// Writes a matrix to a file of the format of its extension, or to a folder of per-rank pieces if
/// `path` ends in '/' (see save_pieces). The file is replaced atomically. A name after a colon
/// ("a.h5:/group/x", "a.mat:x", "a.npz:x") adds a dataset to an existing file or replaces the
/// dataset of that name; the other datasets stay.
/// @param path, options  [same]
/// @throws FileError on all ranks; the unfinished file is removed
/// @collective over a.comm()
/// @cost temporarily two panels of 64 MiB on each rank; none for a matrix in file_layout and in the
/// order of the file. Adding a dataset copies the file.
template <Element T>
void save(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options = {});
/// Refuses other element types, for which file formats have no name.
template <class T>
requires(!Element<T>)
void save(const std::string&, const DistMatrix<T>&, const SaveOptions& = {}) {
  static_assert(Element<T>,
                "matrix files have no such element type: save its members as matrices of numbers");
}

/// True if `path` exists: a file, a folder, or a dataset, variable or array within a file
/// ("a.h5:/group/x"). [local]
/// @throws FileError if that file is malformed
bool holds(const std::string& path);

}  // namespace ashlar::io
