// SPDX-License-Identifier: BSD-3-Clause
#include "shared_reader.hpp"

#include <utility>

#include <ashlar/mpi/agree.hpp>

#include "file_error.hpp"
#include "formats/formats.hpp"
#include "formats/section_reader.hpp"
#include "mpi/collectives.hpp"
#include "temporary.hpp"

namespace ashlar::io {
namespace {

/// File properties that must be equal on all ranks, compared bytewise.
struct Facts {
  DType dtype = DType::Float64;
  Shape shape;
  StorageOrder order = StorageOrder::C;
  int dimensions = 2;
  bool swapped = false;
  Index bytes = 0;

  friend bool operator==(const Facts&, const Facts&) = default;
};

Facts facts_of(const FileInfo& info) {
  return {info.dtype, info.shape, info.order, info.dimensions, info.swapped, info.bytes};
}

std::unique_ptr<FileReader> open_like_rank_0(mpi::CommunicatorView comm, const FormatTraits& format,
                                             const std::string& path, const FileHints& hints) {
  try {
    return open_reader(format, path, hints);
  } catch (const FileError& error) {
    throw file_error(path, whoami(comm), " does not see the file that rank 0 sees (", error.what(),
                     ")");
  }
}

}  // namespace

SharedReader open_together(mpi::CommunicatorView comm, const std::string& path,
                           const FileHints& hints) {
  const bool is_root = comm.rank() == 0;
  SharedReader shared{.path = path, .info = {}, .reader = {}};
  // Rank 0 opens first: its error is thrown once and unchanged.
  const FormatTraits* format = nullptr;
  mpi::together(comm, [&] {
    if (!is_root) return;
    format = &format_of_file(path, hints);
    shared.reader = open_reader(*format, path, hints);
  });
  const std::string name =
      mpi::broadcast_text(comm, is_root ? std::string(format->name) : std::string(), 0);
  format = &format_named(name);
  const Facts facts = mpi::broadcast(comm, is_root ? facts_of(shared.reader->info()) : Facts{}, 0);
  mpi::together(comm, [&] {
    if (is_root) return;
    shared.reader = open_like_rank_0(comm, *format, path, hints);
    const FileInfo& seen = shared.reader->info();
    if (facts_of(seen) != facts)
      throw file_error(path, whoami(comm), " sees a file of ",
                       ashlar::detail::counted(seen.bytes, "byte"), " with a ", seen.shape.rows,
                       "x", seen.shape.cols, " ", to_string(seen.dtype), " matrix, rank 0 one of ",
                       ashlar::detail::counted(facts.bytes, "byte"), ", ", facts.shape.rows, "x",
                       facts.shape.cols, " ", to_string(facts.dtype));
  });
  shared.info = shared.reader->info();
  return shared;
}

}  // namespace ashlar::io
