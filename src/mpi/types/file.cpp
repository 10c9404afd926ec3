// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/file.hpp>

#include <algorithm>
#include <optional>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "mpi/collectives.hpp"
#include "mpi/wait_in.hpp"

namespace ashlar::mpi {
namespace {

/// Below the POSIX limit of 2,147,479,552 bytes a call, and a multiple of every element size.
constexpr Index bytes_per_round = Index{1} << 30;

int native_mode(FileMode mode) {
  switch (mode) {
    case FileMode::Read: return MPI_MODE_RDONLY;
    case FileMode::ReadWrite: return MPI_MODE_RDWR;
    case FileMode::Create: return MPI_MODE_RDWR | MPI_MODE_CREATE;
    case FileMode::CreateNew: break;
  }
  return MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL;
}

std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  return {text, static_cast<std::size_t>(length)};
}

}  // namespace

File File::open(CommunicatorView comm, const std::string& path, FileMode mode) {
  expect(!comm.is_null(), "file: the null communicator has no ranks to open ", path);
  MPI_File native = MPI_FILE_NULL;
  const int code = wait_for("MPI_File_open", comm, {}, [&] {
    return MPI_File_open(comm.native(), path.c_str(), native_mode(mode), MPI_INFO_NULL, &native);
  });
  File file(code == MPI_SUCCESS ? native : MPI_FILE_NULL, comm, path, mode);
  try {
    together(comm, [&] { file.check_file(code, "opened"); });
  } catch (...) {
    // MPI_File_close is collective; a rank without the file cannot take part.
    file.handle_.release();
    throw;
  }
  check(MPI_File_set_errhandler(native, MPI_ERRORS_RETURN), "MPI_File_set_errhandler");
  if (mode == FileMode::Create) file.set_size(0);
  return file;
}

void File::expect_open() const {
  expect(is_open(), "file: no file is open; open one, and use it before close()");
}

void File::check_file(int code, const char* what) const {
  if (code != MPI_SUCCESS) throw FileError(path_, concat("cannot be ", what, ": ", text_of(code)));
}

Index File::size() const {
  expect_open();
  MPI_Offset bytes = 0;
  check_file(MPI_File_get_size(handle_.native(), &bytes), "measured");
  return bytes;
}

void File::set_size(Index bytes) {
  expect_open();
  expect(bytes >= 0, "file: ", path_, " cannot have ", ashlar::detail::counted(bytes, "byte"));
  const int code = wait_for("MPI_File_set_size", comm_, {},
                            [&] { return MPI_File_set_size(handle_.native(), bytes); });
  together(comm_, [&] { check_file(code, "resized"); });
}

void File::sync() {
  expect_open();
  const int code =
      wait_for("MPI_File_sync", comm_, {}, [&] { return MPI_File_sync(handle_.native()); });
  together(comm_, [&] { check_file(code, "brought to the disk"); });
}

void File::close() {
  expect_open();
  MPI_File native = handle_.release();
  const int code = wait_for("MPI_File_close", comm_, {}, [&] { return MPI_File_close(&native); });
  together(comm_, [&] { check_file(code, "closed"); });
}

void File::set_view(Index displacement, DatatypeView element, const Datatype& filetype) {
  expect_open();
  const bool is_empty = together(comm_, [&] {
    expect(displacement >= 0, "file: the view of ", path_, " cannot begin at byte ", displacement);
    return filetype.size() == 0;
  });
  MPI_Datatype seen = is_empty ? element.native() : filetype.native();
  const int code = wait_for("MPI_File_set_view", comm_, {}, [&] {
    return MPI_File_set_view(handle_.native(), displacement, element.native(), seen, "native",
                             MPI_INFO_NULL);
  });
  together(comm_, [&] { check_file(code, "given a view"); });
  has_view_ = true;
  offset_unit_ = element.size();
}

/// End of `part` in bytes, in the view.
Index File::end_of(const Part& part) const {
  const Index bytes = part.element.size();
  if (!has_view_) return part.offset + part.count * bytes;
  MPI_Offset last = 0;
  check_file(MPI_File_get_byte_offset(handle_.native(), part.offset + part.count - 1, &last),
             "located");
  return last + bytes;
}

/// OMPIO's collective calls report the requested number of bytes even beyond the end of the file.
void File::check_end(const Part& part, const char* what) const {
  if (part.count == 0) return;
  const Index end = end_of(part), bytes = size();
  if (end > bytes)
    throw FileError(path_, concat("has ", ashlar::detail::counted(bytes, "byte"), ", but ", end,
                                  " were to be ", what));
}

void File::read(const Part& part) {
  expect_open();
  together(comm_, [&] { check_end(part, "read"); });
  transfer(has_view_ ? MPI_File_read_at_all : MPI_File_read_at, "read", part);
}

void File::write(const Part& part) {
  expect_open();
  expect(mode_ != FileMode::Read, "file: ", path_,
         " was opened for reading; open it with ReadWrite or Create");
  constexpr Call alone = [](auto... arguments) { return MPI_File_write_at(arguments...); };
  constexpr Call with_all = [](auto... arguments) { return MPI_File_write_at_all(arguments...); };
  transfer(has_view_ ? with_all : alone, "written", part);
  if (has_view_) together(comm_, [&] { check_end(part, "written"); });
}

void File::transfer(Call call, const char* what, const Part& part) const {
  const Index per_round = bytes_per_round / part.element.size();
  const Index mine = (part.count + per_round - 1) / per_round;
  const Index rounds = has_view_ ? all_max(comm_, mine) : mine;
  // A failed rank continues the rounds, which are collective.
  std::optional<ashlar::detail::ErrorRecord> failure;
  for (Index round = 0; round < rounds; ++round) {
    const Index first = std::min(round * per_round, part.count);
    const Index bytes_before = first * part.element.size();
    try {
      transfer_round(call, what,
                     {part.offset + bytes_before / offset_unit_,
                      static_cast<const char*>(part.data) + bytes_before,
                      std::min(per_round, part.count - first), part.element});
    } catch (...) {
      if (!failure) failure = detail::caught_error();
    }
  }
  detail::settle(comm_, failure);
}

void File::transfer_round(Call call, const char* what, const Part& part) const {
  MPI_Status status;
  // MPI's read and write calls differ in const only.
  void* const data = const_cast<void*>(part.data);
  const auto transferred = [&] {
    return call(handle_.native(), part.offset, data, static_cast<int>(part.count),
                part.element.native(), &status);
  };
  // Without a view calls are not collective.
  const char* const with_all =
      mode_ == FileMode::Read ? "MPI_File_read_at_all" : "MPI_File_write_at_all";
  check_file(has_view_ ? wait_for(with_all, comm_, {}, transferred) : transferred(), what);
  MPI_Count moved = 0;
  check(MPI_Get_elements_x(&status, MPI_BYTE, &moved), "MPI_Get_elements_x");
  const Index wanted = part.count * part.element.size();
  if (moved != wanted)
    throw FileError(path_, concat("only ", moved, " of ", ashlar::detail::counted(wanted, "byte"),
                                  " could be ", what));
}

}  // namespace ashlar::mpi
