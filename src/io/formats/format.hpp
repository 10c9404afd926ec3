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

// What a file format is to the rest of io: something to read boxes from, and something to write
// lines to. A line is a row of a C-order file, a column of a Fortran-order one.

namespace ashlar::io {

/// Matrix file opened for reading by one rank, without MPI. Any part can be read, in any order.
class FileReader {
 public:
  FileReader() = default;
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  virtual ~FileReader() = default;

  /// What the file holds. `dtype` is what read() delivers.
  const FileInfo& info() const { return info_; }

  /// Reads the elements of a part of the matrix in this machine's byte order: its lines one after
  /// another, in the order of info().order.
  /// @param box  lies within the shape; may be empty
  /// @param out  room for the box's elements of info().dtype
  /// @throws FileError
  virtual void read(Section box, void* out) const = 0;

  /// Entry of a file that lists some elements by row and column; entries of one element add up, and
  /// elements without an entry are 0. `value` points to a number of type info().dtype.
  using Visit = std::function<void(Index row, Index col, const void* value)>;

  /// True if the file lists its elements, so that for_each_entry takes less than read().
  virtual bool lists_entries() const noexcept { return false; }
  /// Calls visit for each entry in a part of the matrix, in the order of the file.
  /// @pre  lists_entries()
  /// @throws FileError
  virtual void for_each_entry(Section /*box*/, const Visit& /*visit*/) const {}

  /// Advice that all of this part is read soon, in any order.
  virtual void will_read(Section /*box*/) const noexcept {}

 protected:
  FileInfo info_;
};

/// What a new file is to hold, known before any element is.
struct NewMatrix {
  DType dtype = DType::Float64;
  Shape shape = {};
  StorageOrder order = StorageOrder::C;  ///< the format has it
  int dimensions = 2;                    ///< as FileInfo::dimensions
  std::vector<Index> extents = {};       ///< as FileInfo::extents
  FileStyle style = {};
};

/// Some lines of a new file, on this rank.
struct Lines {
  Range all;                   ///< [same] the lines that all ranks hand over in this call together
  Range mine;                  ///< this rank's part of them; the parts stand in the order of ranks
  const void* data = nullptr;  ///< one line after another, elements of NewMatrix::dtype
  Index stride = 0;            ///< elements between the beginnings of two lines; padding lies
                               ///< between them where it is more than their length
};

/// New matrix file that all ranks write together, and that appears whole or not at all.
/// Uncommitted, it leaves nothing behind.
class FileWriter {
 public:
  FileWriter() = default;
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  virtual ~FileWriter() = default;

  /// Writes the next lines: the calls go through the file from its first line to its last.
  /// @throws FileError on all ranks
  /// @collective
  virtual void write(const Lines& lines) = 0;

  /// Flushes the file to the disk and gives it its name.
  /// @throws FileError on all ranks
  /// @collective
  virtual void commit() = 0;
};

/// A file format. All functions are stateless.
struct FormatTraits {
  std::string_view name;                              ///< as `--format` takes it: "npy"
  std::span<const std::string_view> endings;          ///< with the dot, in small letters: ".npy"
  std::string_view title;                             ///< in a list of formats: "NumPy array"
  bool has_c_order = true, has_fortran_order = true;  ///< orders that it can be written in
  bool has_arrays = false;                            ///< of more than two dimensions, too
  bool has_members = false;       ///< a path may name a matrix within the file: "a.h5:/group/x"
  bool has_byte_order = true;     ///< FileStyle::swapped
  bool has_chunks = false;        ///< FileStyle::chunk
  bool has_compression = false;   ///< FileStyle::compression
  bool has_delimiter = false;     ///< FileStyle::delimiter
  bool has_bool = false;          ///< FileStyle::stored_as may be "bool"
  bool has_own_sections = false;  ///< open() itself chooses the section of FileHints::index
  bool is_text = false;           ///< read and written through gzip, too: "a.csv.gz"

  /// True if a file that begins so is of this format. None: known by its ending or name only.
  bool (*recognises)(std::string_view first_bytes) = nullptr;

  /// True if a folder is of this format. None: its files are no folders. [local]
  bool (*recognises_folder)(const std::string& path) = nullptr;

  /// Opens a file. [local]
  /// @param path  may name something within the file behind a colon: "a.h5:/group/x"
  /// @throws FileError with one sentence: malformed, cut short, beyond 63 bits, not held by Ashlar
  std::unique_ptr<FileReader> (*open)(const std::string& path, const FileHints& hints) = nullptr;

  /// Says why the format cannot hold such a matrix, in a sentence that follows "PATH: "; empty if
  /// it can. Pure.
  std::string (*refusal)(const NewMatrix& matrix) = nullptr;

  /// Begins a new file. None: the format is only read.
  /// @throws FileError on all ranks
  /// @collective
  std::unique_ptr<FileWriter> (*create)(mpi::CommunicatorView comm, const std::string& path,
                                        const NewMatrix& matrix) = nullptr;

  /// True if a file of this format has the dataset that `path` names. None: it has no datasets.
  /// [local]
  /// @throws FileError
  bool (*has_dataset)(const std::string& path) = nullptr;

  /// Why a new file cannot be in this style, in a sentence that follows "PATH: "; empty if it can.
  std::string style_fault(const FileStyle& style) const;

  /// Element type of a new file that elements of `dtype` become.
  constexpr DType dtype_for(DType dtype, const FileStyle& style) const {
    return style.stored_as == "float16" ? DType::Float32 : dtype;
  }

  /// The order of a new file: the wanted one, where the format has it, else its only one.
  constexpr StorageOrder order_for(StorageOrder wanted) const {
    if (!has_c_order) return StorageOrder::Fortran;
    return has_fortran_order ? wanted : StorageOrder::C;
  }
};

}  // namespace ashlar::io
