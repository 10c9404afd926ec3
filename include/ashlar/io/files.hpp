// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ashlar/matrix/convert.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/detail/operand.hpp>
#include <ashlar/mpi/process_grid.hpp>

namespace ashlar::io {

/// Header of a matrix file.
struct FileInfo {
  std::string format = "npy";  ///< a name of FileHints::format
  DType dtype = DType::Float64;
  std::string stored_as =
      {};  ///< file type without C++ equivalent, read as `dtype`: "bool", "float16"
  Shape shape = {};
  StorageOrder order = StorageOrder::C;
  int dimensions = 2;  ///< 2: matrix; 1: vector, as n x 1; 0: scalar, as 1x1
  /// Extents of an array of more than two dimensions (see load_array). `shape` is then the slowest
  /// dimension (rows in C order, columns in Fortran order) by all others.
  std::vector<Index> extents = {};
  bool swapped = false;               ///< byte order is not this machine's
  Index bytes = 0;                    ///< file size; for pieces the bytes of all elements
  std::optional<Layout> layout = {};  ///< recorded in checkpoints and folders of pieces
  /// Column names of a text table with a header.
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
/// in upper or lower case.
enum class Missing {
  Refused,  ///< FileError with row and column, but "nan" is a number
  Nan,      ///< quiet NaN
};

/// Parameters of a matrix file that cannot be read from the file.
struct FileHints {
  std::string format = {};  ///< "npy", "csv", …; empty: by content or extension
  std::optional<DType> dtype =
      {};  ///< of raw binary and text; default: float64, for text with complex numbers complex128
  std::optional<Shape> shape = {};       ///< of raw binary
  StorageOrder order = StorageOrder::C;  ///< of raw binary
  Index offset = 0;                      ///< of raw binary: bytes before the data
  bool swapped = false;                  ///< of raw binary: byte order is not this machine's
  char delimiter = '\0';                 ///< of text tables; default: found in the first line
  /// Text table: true if the first line has column names. By default a first line of words is a
  /// header, with a warning that quotes it.
  std::optional<bool> header = {};
  Missing missing = Missing::Refused;  ///< of text tables
  /// Section of an n-dimensional array, one entry per dimension: an index (negative: from the end)
  /// or nullopt. The first nullopt gives the rows, the second the columns; a single one gives an n
  /// x 1 matrix.
  /// @example {3, std::nullopt, std::nullopt} is a[3, :, :] of NumPy
  std::vector<std::optional<Index>> index = {};
};

/// Format options of a written file.
struct FileStyle {
  std::string format = {};          ///< as FileHints::format; empty: by extension
  std::string stored_as = {};       ///< "bool" or "float16", without C++ equivalent
  bool swapped = false;             ///< byte order is not this machine's
  int compression = 0;              ///< 0: none, 1: fast, … 9: small
  std::optional<Block> chunk = {};  ///< chunk shape of HDF5
  char delimiter = '\0';            ///< of text tables; default: by extension
  /// Overflow of "float16"; Infinite warns with the count.
  Overflow overflow = Overflow::Infinite;
  /// Recorded in checkpoints and HDF5 files; default: of the saved matrix.
  std::optional<Layout> layout = {};
};

/// Options of load and load_as. [same]
struct LoadOptions {
  StorageOrder order =
      StorageOrder::Fortran;  ///< column-major (Fortran) or row-major (C) local blocks
  /// Overflow in the type of load_as; Infinite warns with the count.
  Overflow overflow = Overflow::Infinite;
  Section section = {Range::all(), Range::all()};  ///< section to load; nothing else is read
  FileHints file = {};
  bool checked = true;  ///< of load: compares checksums of a checkpoint first, in another pass
};

/// Options of save. [same]
struct SaveOptions {
  StorageOrder order = StorageOrder::C;  ///< of the file, if its format has both
  int dimensions = 2;                    ///< 1: n x 1 as vector; 0: 1x1 as scalar
  FileStyle file = {};
};

/// Header of a matrix file, or of a matrix of a checkpoint [same], read by rank 0.
/// @param path  [same]
/// @throws FileError on all ranks
/// @collective
FileInfo read_info(mpi::CommunicatorView comm, const std::string& path,
                   const FileHints& hints = {});
/// Overload for one process without MPI.
/// @throws FileError
FileInfo read_info(const std::string& path, const FileHints& hints = {});

/// Layout of parallel file access: each of `ranks` ranks has a contiguous range of rows (C order)
/// or columns (Fortran order, pieces). Loading to this layout needs no message, and no copy if the
/// local blocks have the file's order. Pure.
Layout file_layout(const FileInfo& info, int ranks);
Layout file_layout(Shape shape, StorageOrder order, int ranks);

namespace detail {
/// Conversion of a file with another element type.
enum class Conversion { Refused, Allowed };
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
void save(const std::string& path, const ashlar::detail::Operand& a, const SaveOptions& options);
}  // namespace detail

/// Loads a matrix from a file or checkpoint in the layout grid.layout(shape, blocking). The file is
/// read in panels of rows or columns; every rank reads a contiguous part of each, which is then
/// redistributed, so the path must be valid on all ranks. Local blocks in the file's order need no
/// transposition.
/// @param path  [same]
/// @throws FileError on all ranks: unreadable, malformed, not of type T (see load_as), or with a
/// changed part of a checkpoint (with its bytes, rows and columns; see LoadOptions::checked)
/// @throws OutOfMemory, ArgumentError as DistMatrix
/// @collective over grid.comm(), idle ranks included
/// @cost two panels of 64 MiB on each rank, besides the matrix
/// @example auto a = load<double>("A.npy", grid, {.block = {64, 64}});
template <Element T>
DistMatrix<T> load(const std::string& path, const ProcessGrid& grid, const Blocking& blocking = {},
                   const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, grid.comm(), detail::on_grid(grid, blocking),
                                detail::Conversion::Refused, options);
}
/// Overload with a given layout.
/// @throws ArgumentError  if the shapes of layout and file differ
template <Element T>
DistMatrix<T> load(const std::string& path, mpi::CommunicatorView comm, const Layout& layout,
                   const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, comm, detail::exactly(layout), detail::Conversion::Refused,
                                options);
}

/// Loads from a file of any element type. Real becomes complex and integers become floating-point
/// as in NumPy; floating-point is truncated to integers in range.
/// @throws FileError  for an element that T cannot represent, or a complex file and real T
template <Element T>
DistMatrix<T> load_as(const std::string& path, const ProcessGrid& grid,
                      const Blocking& blocking = {}, const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, grid.comm(), detail::on_grid(grid, blocking),
                                detail::Conversion::Allowed, options);
}
template <Element T>
DistMatrix<T> load_as(const std::string& path, mpi::CommunicatorView comm, const Layout& layout,
                      const LoadOptions& options = {}) {
  return detail::load_matrix<T>(path, comm, detail::exactly(layout), detail::Conversion::Allowed,
                                options);
}

/// Writes a matrix in the format of the file extension, or as the only one of a checkpoint if
/// `path` ends in '/'. Replaces the file or checkpoint atomically. A name after a colon
/// ("a.h5:/group/x", "a.mat:x", "a.npz:x") adds or replaces that dataset; other datasets stay.
/// @param path, options  [same]
/// @throws FileError on all ranks
/// @collective
/// @cost two panels of 64 MiB on each rank; none for a matrix in file_layout and the file's order.
/// Adding a dataset copies the file.
template <ashlar::detail::PlacedLike M>
void save(const std::string& path, const M& a, const SaveOptions& options = {}) {
  static_assert(Element<ashlar::detail::MovableValueOf<M>>,
                "matrix files have no such element type: save its members as matrices of numbers");
  detail::save(path, ashlar::detail::operand_of(a), options);
}

/// True if a file, folder, or dataset, variable or array in a file ("a.h5:/group/x") exists.
/// [local]
/// @throws FileError if that file is malformed
bool holds(const std::string& path);

}  // namespace ashlar::io
