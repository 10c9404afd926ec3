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

/// Header of a matrix file: shape, element type and order, known before the data are read.
struct FileInfo {
  std::string format = "npy";  ///< its name, as FileHints::format takes it
  DType dtype = DType::Float64;
  std::string stored_as =
      {};  ///< a type of the file that C++ lacks and `dtype` holds: "bool", "float16"
  Shape shape;
  StorageOrder order = StorageOrder::C;
  int dimensions = 2;  ///< 1: written as a vector, held as n x 1; 0: a number, held as 1x1
  /// Of an array of more than two dimensions, which load_array takes: as written. Its `shape` is
  /// then the slowest dimension (rows in C order, columns in Fortran order) against all others.
  std::vector<Index> extents = {};
  bool swapped = false;          ///< byte order is not this machine's
  Index bytes = 0;               ///< size of the file; of pieces: of their elements
  std::optional<Layout> pieces;  ///< the recorded layout, if `path` is a folder of per-rank pieces
  /// Column names of a text table, from the line that was taken as its header; else empty.
  std::vector<std::string> names = {};

  /// As many extents as there are dimensions.
  std::vector<Index> sizes() const {
    if (dimensions > 2) return extents;
    std::vector<Index> sizes{shape.rows, shape.cols};
    sizes.resize(static_cast<std::size_t>(dimensions));
    return sizes;
  }
};

/// Treatment of missing values of a text table: empty fields, NA, N/A, `<NA>`, NaN, null and none,
/// in small letters or capitals.
enum class Missing {
  Refused,  ///< a FileError names row and column; only "nan" is a number
  Nan,      ///< a quiet NaN of the floating-point type
};

/// Parameters of a matrix file that cannot be read from the file.
struct FileHints {
  std::string format = {};  ///< "npy", "csv", …; empty: by the file's first bytes or ending
  std::optional<DType> dtype =
      {};  ///< of raw binary and text; else float64, or complex128 if the text has complex numbers
  std::optional<Shape> shape = {};       ///< of raw binary
  StorageOrder order = StorageOrder::C;  ///< of raw binary
  Index offset = 0;                      ///< of raw binary: bytes before the first element
  bool swapped = false;                  ///< of raw binary: byte order is not this machine's
  char delimiter = '\0';                 ///< of text tables; else the one of the first line
  /// Text tables: true: the first line holds column names; false: it holds numbers. If not given, a
  /// first line of words is a header, and a warning quotes it.
  std::optional<bool> header = {};
  Missing missing = Missing::Refused;  ///< of text tables
  /// Two-dimensional section of an array of any number of dimensions, one entry per dimension: an
  /// index (negative: from the end), or none for a dimension of the section. Rows are the first
  /// such dimension and columns the second; a single one gives an n x 1 matrix.
  /// @example {3, std::nullopt, std::nullopt} is a[3, :, :] of NumPy
  std::vector<std::optional<Index>> index = {};
};

/// How a file is written, where its format leaves a choice.
struct FileStyle {
  std::string format = {};     ///< as FileHints::format; empty: by the ending of the name
  std::string stored_as = {};  ///< "bool" or "float16": a type that the format has and C++ has not
  bool swapped = false;        ///< the other byte order than this machine's
  int compression = 0;         ///< 0 none, 1 fast to 9 small
  std::optional<Block> chunk = {};  ///< of HDF5
  char delimiter = '\0';            ///< of text tables; else the one of the ending
  /// Of "float16": finite numbers too large for it become infinite, which a warning counts; or a
  /// FileError names one.
  Overflow overflow = Overflow::Infinite;
  std::optional<Layout> layout = {};  ///< recorded where the format has attributes
};

/// Options of load and load_as.
struct LoadOptions {
  StorageOrder order =
      StorageOrder::Fortran;  ///< [same] column-major (Fortran) or row-major (C) blocks
  /// [same] of finite numbers too large for the type that load_as makes: an infinity, and a warning
  /// that counts them; or a FileError that names one of them
  Overflow overflow = Overflow::Infinite;
  Section section = {Range::all(),
                     Range::all()};  ///< [same] the part that is wanted; no more is read
  FileHints file = {};               ///< [same]
};

/// Options of save.
struct SaveOptions {
  StorageOrder order =
      StorageOrder::C;  ///< [same] which index runs slowest in the file, where the format has both
  int dimensions = 2;   ///< [same] 1 writes an n x 1 matrix as a vector, 0 a 1x1 matrix as a number
  FileStyle file = {};  ///< [same]
};

/// Reads the header of a matrix file of any format, or layout.json of a folder of pieces; the same
/// on every rank. Rank 0 reads.
/// @param path  [same]
/// @throws FileError on all ranks, with one sentence
/// @collective over `comm`
FileInfo read_info(mpi::CommunicatorView comm, const std::string& path,
                   const FileHints& hints = {});
/// The same by this process alone, before or without MPI.
/// @throws FileError
FileInfo read_info(const std::string& path, const FileHints& hints = {});

/// The layout in which `ranks` ranks read and write such a file: each a contiguous range of rows (C
/// order) or columns (Fortran order, pieces). A matrix that is loaded into this layout needs no
/// message, and in the file's order no copy. Pure.
Layout file_layout(const FileInfo& info, int ranks);
Layout file_layout(Shape shape, StorageOrder order, int ranks);

/// Treatment of a file whose element type is another one.
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

/// A matrix from a file of any format or a folder of pieces, in the layout grid.layout(shape,
/// blocking). Nothing is transposed where the blocks are to be kept in the order of the file. Every
/// rank reads a contiguous part of each panel, which is then moved into place; each must see the
/// file under the same path.
/// @param path  [same]
/// @throws FileError on all ranks: unreadable, malformed, or of another element type than T (see
/// load_as)
/// @throws OutOfMemory, ArgumentError as DistMatrix
/// @collective over grid.comm(), idle ranks included
/// @cost memory of the matrix and of two panels of 64 MiB on each rank while it runs
/// @example auto a = load<double>("A.npy", grid, {.block = {64, 64}});
template <Element T>
DistMatrix<T> load(const std::string& path, const ProcessGrid& grid, const Blocking& blocking = {},
                   const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, grid.comm(), detail::on_grid(grid, blocking),
                                Conversion::Refused, options);
}
/// The same into a given layout.
/// @throws ArgumentError  if the layout's shape is not the file's
template <Element T>
DistMatrix<T> load(const std::string& path, mpi::CommunicatorView comm, const Layout& layout,
                   const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, comm, detail::exactly(layout), Conversion::Refused, options);
}

/// The same from a file of any element type. Real becomes complex and integers become
/// floating-point as in NumPy; an integer type takes what lies in its range, fractions cut off.
/// Finite numbers too large for a floating-point T become infinite with a warning that counts
/// them, unless the options refuse them.
/// @throws FileError  naming an element that T cannot hold, or if the file is complex and T is real
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

/// Writes a matrix to a file of the format of its ending; to a folder of per-rank pieces, if `path`
/// ends in '/' (see save_pieces). The file appears whole or not at all; until then an old one keeps
/// its content. A name behind a colon ("a.h5:/group/x", "a.mat:x", "a.npz:x") adds the matrix to a
/// file that exists, or replaces the dataset of that name: the other datasets stay.
/// @param path, options  [same]
/// @throws FileError on all ranks; nothing remains of what was begun
/// @collective over a.comm()
/// @cost two panels of 64 MiB on each rank while it runs; none where the matrix is in file_layout
/// and kept in the order of the file. A file that a dataset is added to is copied.
template <Element T>
void save(const std::string& path, const DistMatrix<T>& a, const SaveOptions& options = {});
/// A file could not name other elements.
template <class T>
requires(!Element<T>)
void save(const std::string&, const DistMatrix<T>&, const SaveOptions& = {}) {
  static_assert(Element<T>,
                "matrix files have no such element type: save its members as matrices of numbers");
}

/// True if `path` exists: a file or folder, or the dataset, variable or array that the path names
/// within a file ("a.h5:/group/x"). [local]
/// @throws FileError if the file that holds it is malformed
bool holds(const std::string& path);

}  // namespace ashlar::io
