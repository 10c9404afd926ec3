// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <span>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>
#include <ashlar/mpi/detail/handle.hpp>

namespace ashlar::mpi {

/// Access mode of a File.
enum class FileMode {
  Read,       ///< existing file
  ReadWrite,  ///< existing file, kept
  Create,     ///< new file, or existing one, which is truncated
  CreateNew   ///< new file, which must not exist
};

namespace detail {
struct FileTraits {
  using Native = MPI_File;
  static constexpr const char* free_call = "MPI_File_close";
  static Native null() noexcept { return MPI_FILE_NULL; }
  static bool is_predefined(Native) noexcept { return false; }
  static int free(Native* file) noexcept { return MPI_File_close(file); }
};
}  // namespace detail

/// File that all ranks of a communicator open together.
///
/// Failures are FileErrors with the path, on all ranks. Transfers of any size are split into rounds
/// below 2 GiB; a premature end of file is an error. Closing is collective: call close(). The
/// destructor closes too, on all ranks, but cannot report errors.
class File {
 public:
  /// No file.
  File() noexcept = default;

  /// MPI_File_open. @collective
  /// @param path, mode  [same]
  /// @throws FileError
  static File open(CommunicatorView comm, const std::string& path, FileMode mode);

  bool is_open() const noexcept { return !handle_.is_null(); }
  const std::string& path() const noexcept { return path_; }

  /// Size in bytes. [local]
  Index size() const;
  /// Truncates or extends the file. @collective
  void set_size(Index bytes);
  /// MPI_File_sync. @collective
  void sync();
  /// MPI_File_close. @collective
  /// @throws FileError; the file is closed nevertheless
  void close();

  /// File view of a rank: `filetype` repeated from `displacement` bytes on; offsets count
  /// `element`s (MPI_File_set_view). If `filetype` is empty, the view is a view of bytes,
  /// because ROMIO aborts on empty types; the rank must then transfer no elements. @collective
  /// @param displacement, filetype  [local]
  void set_view(Index displacement, DatatypeView element, const Datatype& filetype);

  /// Reads one part per rank, possibly empty (MPI_File_read_at; MPI_File_read_at_all with a view).
  /// @collective
  /// @param offset  [local] in bytes, or, after set_view, in elements
  /// @throws FileError if the part of a rank exceeds the file
  template <detail::NativeElement T>
  void read_at_all(Index offset, std::span<T> data) {
    read({offset, data.data(), static_cast<Index>(data.size()), native_type<T>()});
  }

  /// Writes one part per rank, without overlaps (MPI_File_write_at; MPI_File_write_at_all with a
  /// view).
  /// @collective
  /// @param offset  [local] as read_at_all
  template <detail::NativeElement T>
  void write_at_all(Index offset, std::span<const T> data) {
    write({offset, data.data(), static_cast<Index>(data.size()), native_type<T>()});
  }

 private:
  using Call = int (*)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*);

  struct Part {
    Index offset;
    const void* data;
    Index count;
    DatatypeView element;
  };

  File(MPI_File file, CommunicatorView comm, const std::string& path, FileMode mode)
      : handle_(file), comm_(comm), path_(path), mode_(mode) {}

  void expect_open() const;
  void check_file(int code, const char* what) const;
  void read(const Part& part);
  void write(const Part& part);
  Index end_of(const Part& part) const;
  void check_end(const Part& part, const char* what) const;
  void transfer(Call call, const char* what, const Part& part) const;
  void transfer_round(Call call, const char* what, const Part& part) const;

  detail::Handle<detail::FileTraits> handle_;
  CommunicatorView comm_;
  std::string path_;
  FileMode mode_ = FileMode::Read;
  bool has_view_ = false;
  Index offset_unit_ = 1;  // bytes per unit of an offset
};

}  // namespace ashlar::mpi
