// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/pieces.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/npy_header.hpp>
#include <ashlar/mpi/agree.hpp>

#include "elements.hpp"
#include "file_error.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/collectives.hpp"
#include "pieces_files.hpp"
#include "temporary.hpp"

namespace ashlar::io {
namespace {

namespace fs = std::filesystem;

constexpr Index chunk_elements = 65536;

/// Columns that are handled at once, when each has `rows` elements.
Index chunk_columns(Index rows) {
  return std::max<Index>(1, chunk_elements / std::max<Index>(1, rows));
}

/// A piece and its header, which must be what layout.json says.
struct Piece {
  InputFile file;
  NpyHeader header;

  Piece(const std::string& path, Shape shape, DType dtype)
      : file(path), header(parse_npy_header(file.read_prefix(npy_max_prefix_bytes), path)) {
    check_npy_size(header, file.size(), path);
    if (header.shape != shape)
      throw file_error(path,
                       concat("is ", header.shape.rows, "x", header.shape.cols,
                              ", but by layout.json it must be ", shape.rows, "x", shape.cols));
    if (header.dtype != dtype)
      throw file_error(path, concat("holds ", to_string(header.dtype),
                                    ", but by layout.json it must hold ", to_string(dtype)));
    if (header.order == StorageOrder::C && shape.rows > 1 && shape.cols > 1)
      throw file_error(path, "is in C order, but a piece must be in Fortran order");
  }
};

bool is_piece_name(const std::string& name) {
  if (name == "layout.json") return true;
  if (!name.starts_with("rank") || !name.ends_with(".npy") || name.size() < 9) return false;
  return std::all_of(name.begin() + 4, name.end() - 4, [](char c) { return c >= '0' && c <= '9'; });
}

/// A folder of anything but pieces is somebody's work: it is never replaced.
void check_replaceable(const std::string& target, const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(target, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw file_error(path, "cannot be written: it exists and is no folder");
  bool has_layout = false, has_any = false;
  for (const fs::directory_entry& entry : fs::directory_iterator(target)) {
    const std::string name = entry.path().filename().string();
    if (!is_piece_name(name) || !entry.is_regular_file() || entry.is_symlink())
      throw file_error(path, concat("cannot be written: the folder has other content (", name,
                                    ") than layout.json and pieces"));
    has_layout = has_layout || name == "layout.json";
    has_any = true;
  }
  if (has_any && !has_layout)
    throw file_error(path, "cannot be written: the folder has content, but no layout.json");
}

/// A file of the new folder: where it is written, and the name that it will have, for errors.
struct NewFile {
  std::string path;
  std::string name;
};

/// Creates the file with `write(fd)` and flushes it to the disk.
template <class Write>
void create_file(const NewFile& file, Write&& write) {
  const FileDescriptor fd(::open(
      file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, masked_mode(0666)));
  if (!fd.is_open()) throw_os_error(file.name, "cannot be created", errno);
  write(fd.native());
  if (::fsync(fd.native()) != 0) throw_os_error(file.name, "cannot be flushed to the disk", errno);
}

template <Element T>
void write_piece(const NewFile& file, LocalView<const T> local) {
  create_file(file, [&](int fd) {
    const std::string head = format_npy_header({.dtype = dtype_of<T>(),
                                                .order = StorageOrder::Fortran,
                                                .shape = {local.rows, local.cols}});
    write_all(fd, 0, head.data(), static_cast<Index>(head.size()), file.name);
    if (local.rows == 0) return;
    std::vector<T> buffer;
    constexpr Index width = sizeof(T);
    Index offset = static_cast<Index>(head.size());
    const Index step = chunk_columns(local.rows);
    for (Index first = 0; first < local.cols; first += step) {
      buffer.clear();
      for (Index jl = first; jl < std::min(first + step, local.cols); ++jl)
        for (Index il = 0; il < local.rows; ++il) buffer.push_back(local(il, jl));
      const Index bytes = static_cast<Index>(buffer.size()) * width;
      write_all(fd, offset, buffer.data(), bytes, file.name);
      offset += bytes;
    }
  });
}

/// Gives the finished folder its name. An old one is exchanged in one step where the file system
/// can, so that there is always one of the two.
void publish(Temporary& finished, const std::string& target, const std::string& path) {
  if (::chmod(finished.path().c_str(), masked_mode(0777)) != 0)
    throw_os_error(path, "cannot be written", errno);
  sync_folder(finished.path(), path);
  if (::rename(finished.path().c_str(), target.c_str()) == 0) {
    finished.forget();
  } else if (errno != ENOTEMPTY && errno != EEXIST) {
    throw_os_error(path, "cannot be written", errno);
  } else if (::renameat2(AT_FDCWD, finished.path().c_str(), AT_FDCWD, target.c_str(),
                         RENAME_EXCHANGE) != 0) {
    Temporary old(Temporary::Kind::Folder, target, path);
    if (::rename(target.c_str(), old.path().c_str()) != 0 ||
        ::rename(finished.path().c_str(), target.c_str()) != 0)
      throw_os_error(path, "cannot be written", errno);
    finished.forget();
  }
  // After an exchange this is the old folder.
  finished.remove();
  sync_folder(folder_of(target), path);
}

}  // namespace

std::string layout_json_path(const std::string& folder) {
  return (fs::path(folder) / "layout.json").string();
}

std::string piece_path(const std::string& folder, int rank) {
  return (fs::path(folder) / concat("rank", rank, ".npy")).string();
}

template <Element T>
void read_columns_of_pieces(const std::string& folder, const PiecesInfo& info, Range columns,
                            T* slab, Index ld, Overflows& overflows) {
  const Axis& rows = info.layout.rows();
  const Axis& cols = info.layout.cols();
  std::vector<T> buffer;
  const auto read_from = [&](Coord c, Range local_columns) {
    const Shape shape = info.layout.local_shape(c);
    const Piece piece(piece_path(folder, info.layout.ranks().rank_of(c)), shape, info.dtype);
    const Index step = chunk_columns(shape.rows);
    for (Index first = local_columns.first; first < local_columns.last; first += step) {
      const Index last = std::min(first + step, local_columns.last);
      buffer.resize(static_cast<std::size_t>((last - first) * shape.rows));
      read_elements(piece.file, piece.header, {first * shape.rows, last * shape.rows},
                    buffer.data(), overflows);
      const T* next = buffer.data();
      for (Index jl = first; jl < last; ++jl) {
        T* column = slab + (cols.to_global(c.col, jl) - columns.first) * ld;
        for (Index il = 0; il < shape.rows; ++il) column[rows.to_global(c.row, il)] = *next++;
      }
    }
  };
  for (int q = 0; q < cols.nprocs; ++q) {
    const Range mine{cols.local_count_below(q, columns.first),
                     cols.local_count_below(q, columns.last)};
    for (int p = 0; p < rows.nprocs && !mine.empty(); ++p)
      if (rows.local_count(p) > 0) read_from({p, q}, mine);
  }
}

template <Element T>
void save_pieces(const std::string& folder, const DistMatrix<T>& a) {
  const mpi::CommunicatorView comm = a.comm();
  const mpi::CollectiveCall call(comm, "save_pieces", mpi::same("the folder", folder),
                                 mpi::same("the matrix", a));
  const bool is_root = comm.rank() == 0;
  std::string target;
  Temporary unfinished;
  mpi::together(comm, [&] {
    if (!is_root) return;
    // Links are followed, and names taken, without the slash at the end.
    const std::size_t end = folder.find_last_not_of('/');
    if (end == std::string::npos) throw file_error(folder, "cannot be written: name a new folder");
    target = follow_links(folder.substr(0, end + 1));
    check_replaceable(target, folder);
    unfinished = Temporary(Temporary::Kind::Folder, target, folder);
  });
  const std::string place = mpi::broadcast_text(comm, unfinished.path(), 0);
  mpi::together(comm, [&] {
    if (a.coord())
      write_piece<T>({piece_path(place, comm.rank()), piece_path(folder, comm.rank())}, a.local());
    if (!is_root) return;
    const std::string text = format_layout_json({.layout = a.layout(), .dtype = dtype_of<T>()});
    const NewFile json{layout_json_path(place), layout_json_path(folder)};
    create_file(json, [&](int fd) {
      write_all(fd, 0, text.data(), static_cast<Index>(text.size()), json.name);
    });
  });
  mpi::together(comm, [&] {
    if (is_root) publish(unfinished, target, folder);
  });
}

template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, float*, Index,
                                     Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, double*, Index,
                                     Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, c64*, Index,
                                     Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, c128*, Index,
                                     Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::int8_t*,
                                     Index, Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::int16_t*,
                                     Index, Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::int32_t*,
                                     Index, Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::int64_t*,
                                     Index, Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::uint8_t*,
                                     Index, Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::uint16_t*,
                                     Index, Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::uint32_t*,
                                     Index, Overflows&);
template void read_columns_of_pieces(const std::string&, const PiecesInfo&, Range, std::uint64_t*,
                                     Index, Overflows&);

template void save_pieces(const std::string&, const DistMatrix<float>&);
template void save_pieces(const std::string&, const DistMatrix<double>&);
template void save_pieces(const std::string&, const DistMatrix<c64>&);
template void save_pieces(const std::string&, const DistMatrix<c128>&);
template void save_pieces(const std::string&, const DistMatrix<std::int8_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::int16_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::int32_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::int64_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint8_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint16_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint32_t>&);
template void save_pieces(const std::string&, const DistMatrix<std::uint64_t>&);

}  // namespace ashlar::io
