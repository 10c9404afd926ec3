// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/io/files.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/communicator.hpp>

// Interface of file formats: readers of sections and writers of lines. A line is a row in C order,
// a column in Fortran order.

namespace ashlar::io {

/// Matrix file opened by one rank, without MPI. Sections are read in any order.
class FileReader {
 public:
  FileReader() = default;
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  virtual ~FileReader() = default;

  /// Properties of the file; `dtype` is that of read().
  const FileInfo& info() const { return info_; }

  /// Reads a section line by line in info().order and the machine's byte order.
  /// @param box  within the shape; may be empty
  /// @param out  elements of type info().dtype
  /// @throws FileError
  virtual void read(Section box, void* out) const = 0;

  /// Entry of a sparse file. Repeated entries add up; other elements are 0. `value` points to a
  /// number of type info().dtype.
  using Visit = std::function<void(Index row, Index col, const void* value)>;

  /// True for a sparse file: for_each_entry is faster than read().
  virtual bool lists_entries() const noexcept { return false; }
  /// Calls visit for entries in a section, in file order.
  /// @pre  lists_entries()
  /// @throws FileError
  virtual void for_each_entry(Section /*box*/, const Visit& /*visit*/) const {}

  /// Prefetches a section.
  virtual void will_read(Section /*box*/) const noexcept {}

 protected:
  FileInfo info_;
};

/// Properties of a new file.
struct NewMatrix {
  DType dtype = DType::Float64;
  Shape shape = {};
  StorageOrder order = StorageOrder::C;  ///< supported by the format
  int dimensions = 2;                    ///< as FileInfo::dimensions
  std::vector<Index> extents = {};       ///< as FileInfo::extents
  FileStyle style = {};
};

/// Lines of a new file on this rank.
struct Lines {
  Range all;                   ///< [same] lines of all ranks in this call
  Range mine;                  ///< lines of this rank, in rank order
  const void* data = nullptr;  ///< line by line, elements of NewMatrix::dtype
  Index stride = 0;            ///< elements between line starts, with padding
};

/// New matrix file that all ranks write. It appears completely or, uncommitted, not at all.
class FileWriter {
 public:
  FileWriter() = default;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  virtual ~FileWriter() = default;

  /// Writes the next lines; the calls go from the first to the last line.
  /// @throws FileError on all ranks
  /// @collective
  virtual void write(const Lines& lines) = 0;

  /// Flushes and renames the file.
  /// @throws FileError on all ranks
  /// @collective
  virtual void commit() = 0;
};

/// File format. All functions are stateless.
struct FormatTraits {
  std::string_view name;                              ///< value of `--format`: "npy"
  std::span<const std::string_view> endings;          ///< lower case, with the dot: ".npy"
  std::string_view title;                             ///< for a list of formats: "NumPy array"
  bool has_c_order = true, has_fortran_order = true;  ///< supported orders of new files
  bool has_arrays = false;                            ///< also more than two dimensions
  bool has_members = false;       ///< paths may name a matrix within the file: "a.h5:/group/x"
  bool has_byte_order = true;     ///< FileStyle::swapped
  bool has_chunks = false;        ///< FileStyle::chunk
  bool has_compression = false;   ///< FileStyle::compression
  bool has_delimiter = false;     ///< FileStyle::delimiter
  bool has_bool = false;          ///< FileStyle::stored_as: "bool", and in some "float16"
  bool has_own_sections = false;  ///< open() resolves FileHints::index
  bool is_text = false;           ///< also through gzip: "a.csv.gz"

  /// True for the first bytes of such a file. Null: recognised by ending or name.
  bool (*recognises)(std::string_view first_bytes) = nullptr;

  /// True for such a folder. Null: files only. [local]
  bool (*recognises_folder)(const std::string& path) = nullptr;

  /// Opens a file. [local]
  /// @param path  may name a member after a colon: "a.h5:/group/x"
  /// @throws FileError: malformed, truncated, beyond 63 bits, unsupported
  std::unique_ptr<FileReader> (*open)(const std::string& path, const FileHints& hints) = nullptr;

  /// Reason to refuse a matrix, a sentence after "PATH: ", or empty. Null: none. Pure.
  std::string (*refusal)(const NewMatrix& matrix) = nullptr;

  /// Starts a new file. Null: read-only format.
  /// @throws FileError on all ranks
  /// @collective
  std::unique_ptr<FileWriter> (*create)(mpi::CommunicatorView comm, const std::string& path,
                                        const NewMatrix& matrix) = nullptr;

  /// Compares recorded checksums of a section. Null: none are recorded.
  /// @throws FileError on all ranks
  /// @collective
  void (*check)(mpi::CommunicatorView comm, const std::string& path, Section part) = nullptr;

  /// True if the dataset of `path` exists. Null: no datasets. [local]
  /// @throws FileError
  bool (*has_dataset)(const std::string& path) = nullptr;

  /// Reason to refuse a style, a sentence after "PATH: ", or empty.
  std::string style_fault(const FileStyle& style) const;

  /// `wanted` if supported, else the only order.
  constexpr StorageOrder order_for(StorageOrder wanted) const {
    if (!has_c_order) return StorageOrder::Fortran;
    return has_fortran_order ? wanted : StorageOrder::C;
  }
};

}  // namespace ashlar::io
