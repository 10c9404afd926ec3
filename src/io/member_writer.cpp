// SPDX-License-Identifier: BSD-3-Clause
#include "member_writer.hpp"

#include <algorithm>
#include <utility>

#include <ashlar/io/detail/npy_header.hpp>
#include <ashlar/mpi/agree.hpp>

#include "checkpoint_files.hpp"
#include "crc32.hpp"
#include "formats/packed_lines.hpp"
#include "mpi/collectives.hpp"
#include "publish.hpp"

namespace ashlar::io {

MemberWriter::MemberWriter(mpi::CommunicatorView comm, NewFolder::File file,
                           const NewMatrix& matrix)
    : comm_(comm), file_(std::move(file)), matrix_(matrix) {
  const detail::NpyHeader header{.dtype = matrix.dtype,
                                 .order = matrix.order,
                                 .dimensions = matrix.dimensions,
                                 .shape = matrix.shape};
  head_ = detail::format_npy_header(header);
  bytes_ = static_cast<Index>(head_.size()) + header.data_bytes();
  checksums_.resize(static_cast<std::size_t>(
      chunk_count({.bytes = bytes_, .chunk_bytes = checkpoint_chunk_bytes})));
  mpi::together(comm, [&] {
    if (comm.rank() != 0) return;
    fd_ = create_file(file_);
    reserve(fd_.native(), bytes_, file_.name);
  });
  mpi::together(comm, [&] {
    if (comm.rank() != 0) fd_ = open_file(file_, comm);
  });
}

void MemberWriter::write(const Lines& lines) {
  mpi::together(comm_, [&] {
    const auto head_bytes = static_cast<Index>(head_.size());
    if (comm_.rank() == 0 && !std::exchange(head_is_written_, true))
      write_part(0, head_.data(), head_bytes);
    const Index length = line_length(matrix_.shape, matrix_.order);
    const Index width = static_cast<Index>(size_of(matrix_.dtype));
    for_packed_lines(lines, length, width, [&](Range some, const void* data) {
      write_part(head_bytes + some.first * length * width, data, some.size() * length * width);
    });
  });
}

void MemberWriter::write_part(Index offset, const void* data, Index bytes) {
  write_all(fd_.native(), offset, data, bytes, file_.name);
  behind_.wrote(fd_.native(), offset, bytes);
  const char* from = static_cast<const char*>(data);
  const Index last = offset + bytes;
  for (Index at = offset; at < last;) {
    const Index chunk = at / checkpoint_chunk_bytes;
    const Index chunk_end = std::min(bytes_, (chunk + 1) * checkpoint_chunk_bytes);
    const Index end = std::min(last, chunk_end);
    checksums_[static_cast<std::size_t>(chunk)] ^=
        crc32_combined(crc32(from, end - at), 0, chunk_end - end);
    from += end - at;
    at = end;
  }
}

void MemberWriter::commit() {
  mpi::together(comm_, [&] { flush(fd_.native(), file_.name); });
  mpi::all_reduce(comm_, std::span(checksums_), MPI_BXOR);
  fd_.close();
}

}  // namespace ashlar::io
