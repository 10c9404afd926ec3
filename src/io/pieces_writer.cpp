// SPDX-License-Identifier: BSD-3-Clause
#include "pieces_writer.hpp"

#include <algorithm>

#include <ashlar/io/detail/npy_header.hpp>
#include <ashlar/mpi/agree.hpp>

#include "crc32.hpp"
#include "layout_fields.hpp"
#include "mpi/collectives.hpp"
#include "pieces_files.hpp"
#include "publish.hpp"

namespace ashlar::io {
namespace {

Replaceable old_pieces(const std::string&) {
  return {layout_json_name, is_piece_name, "layout.json and pieces"};
}

}  // namespace

PiecesWriter::PiecesWriter(mpi::CommunicatorView comm, const std::string& folder,
                           const detail::PiecesInfo& info)
    : comm_(comm), folder_(comm, folder, old_pieces), info_(info) {
  mpi::together(comm_, [&] {
    const int rank = comm_.rank();
    if (!info_.layout.ranks().coord_of(rank)) return;
    local_ = info_.layout.local_shape(rank);
    file_ = folder_.file(piece_name(rank));
    piece_ = create_file(file_);
    unfinished_ = ashlar::detail::UnfinishedFile(file_.path);
    const std::string head = detail::format_npy_header(
        {.dtype = info_.dtype, .order = StorageOrder::Fortran, .shape = local_});
    append(head.data(), static_cast<Index>(head.size()));
  });
}

void PiecesWriter::append(const void* data, Index bytes) {
  write_all(piece_.native(), offset_, data, bytes, file_.name);
  behind_.wrote(piece_.native(), offset_, bytes);
  offset_ += bytes;
  checksum_ = crc32(data, bytes, checksum_);
}

void PiecesWriter::write_columns(const void* data, Index columns, Index ld) {
  const Index width = static_cast<Index>(size_of(info_.dtype));
  // Unpadded columns are written in one call.
  const Index step = ld == local_.rows ? std::max<Index>(1, columns) : 1;
  const char* from = static_cast<const char*>(data);
  for (Index j = 0; j < columns; j += step)
    append(from + j * ld * width, step * local_.rows * width);
}

void PiecesWriter::commit() {
  mpi::together(comm_, [&] {
    if (piece_.is_open()) flush(piece_.native(), file_.name);
  });
  const std::vector<std::uint32_t> of_ranks = mpi::all_gather(comm_, checksum_);
  mpi::together(comm_, [&] {
    if (comm_.rank() != 0) return;
    for (const int rank : ranks_in_order(info_.layout))
      info_.checksums.push_back(of_ranks[static_cast<std::size_t>(rank)]);
    create_file(folder_.file(layout_json_name), detail::format_layout_json(info_));
  });
  folder_.commit();
}

}  // namespace ashlar::io
