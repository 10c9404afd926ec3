// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <span>
#include <string>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>
#include <ashlar/mpi/handle.hpp>

namespace ashlar::mpi {

/// Access mode of a File.
enum class FileMode {
  Read,       ///< an existing file
  ReadWrite,  ///< an existing file, kept
  Create,    ///< a file that is made, or emptied where it exists: MPI itself would keep the old end
  CreateNew  ///< a file that must not exist yet
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

/// A file that all ranks of a communicator have open together.
///
/// Failures are FileErrors that name the path, on all ranks together. Transfers of any size are cut
/// into rounds below 2 GiB, and end in an error when the file does, never in silence with fewer
/// bytes. Closing is collective: call close(); the destructor closes too, but must run on all ranks
/// and cannot report.
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

  /// Bytes in the file. [local]
  Index size() const;
  /// Cuts or extends the file. @collective
  void set_size(Index bytes);
  /// Writes reach the disk before this returns (MPI_File_sync). @collective
  void sync();
  /// MPI_File_close. @collective
  /// @throws FileError; the file is closed also then
  void close();

  /// From now on a rank sees only what `filetype`, laid end to end from `displacement` bytes on,
  /// names, and offsets count `element`s of that (MPI_File_set_view). A rank whose type is empty
  /// gets a plain view, since ROMIO aborts on empty ones; its transfers must be empty. @collective
  /// @param displacement, filetype  [local]
  void set_view(Index displacement, DatatypeView element, const Datatype& filetype);

  /// All ranks read, each its own part, of any size or none (MPI_File_read_at; through a view
  /// MPI_File_read_at_all).
  /// @collective
  /// @param offset  [local] bytes from the beginning; elements once a view is set
  /// @throws FileError if a rank's part is not wholly there
  template <NativeElement T>
  void read_at_all(Index offset, std::span<T> data) {
    read({offset, data.data(), static_cast<Index>(data.size()), native_type<T>()});
  }

  /// All ranks write, each its own part (MPI_File_write_at; through a view MPI_File_write_at_all).
  /// Parts must not overlap.
  /// @collective
  /// @param offset  [local] as for read_at_all
  template <NativeElement T>
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

  Handle<detail::FileTraits> handle_;
  CommunicatorView comm_;
  std::string path_;
  FileMode mode_ = FileMode::Read;
  bool has_view_ = false;
  Index offset_unit_ = 1;  // bytes that an offset counts
};

}  // namespace ashlar::mpi
