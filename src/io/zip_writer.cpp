// SPDX-License-Identifier: BSD-3-Clause
#include "zip_writer.hpp"

#include <algorithm>
#include <cstdint>

#include <ashlar/mpi/agree.hpp>

#include "crc32.hpp"
#include "mpi/collectives.hpp"
#include "posix_file.hpp"

namespace ashlar::io {

ZipWriter::ZipWriter(mpi::CommunicatorView comm, const std::string& path, const std::string& name,
                     bool adds, int level)
    : comm_(comm), file_(comm, path, 0) {
  member_.name = name;
  member_.method = level > 0 ? 8 : 0;
  Index first = 0;
  mpi::together(comm, [&] {
    if (adds && comm.rank() == 0) first = copy_old(path);
  });
  member_.header_at = mpi::broadcast(comm, first, 0);
  data_at_ = member_.header_at + std::ssize(zip_header(member_));
  if (level > 0) packed_ = std::make_unique<PackedParts>(comm, file_, data_at_, level);
}

/// Copies the old members. Returns the offset after them.
Index ZipWriter::copy_old(const std::string& path) {
  const InputFile old(path);
  Index end = 0;
  for (const ZipMember& member : read_zip_directory(old)) {
    end = member.end_at;
    if (member.name != member_.name) records_.push_back(member.record);
  }
  constexpr Index piece = Index{1} << 22;
  std::vector<char> bytes(static_cast<std::size_t>(std::min(piece, end)));
  for (Index at = 0; at < end; at += piece) {
    const Index part = std::min(piece, end - at);
    old.read(at, bytes.data(), part);
    file_.write(at, bytes.data(), part);
  }
  return end;
}

void ZipWriter::write(Index offset, const void* data, Index bytes) {
  if (packed_) return packed_->add(data, bytes);
  file_.write(data_at_ + offset, data, bytes);
  part_crc_ = crc32(data, bytes, part_crc_);
  part_bytes_ += bytes;
}

void ZipWriter::end_lines() {
  if (packed_) return packed_->write();
  struct Part {
    Index bytes;
    std::uint32_t crc;
  };
  for (const Part& part : mpi::all_gather(comm_, Part{part_bytes_, part_crc_})) {
    member_.crc = crc32_combined(member_.crc, part.crc, part.bytes);
    member_.bytes += part.bytes;
  }
  member_.stored_bytes = member_.bytes;
  part_bytes_ = 0;
  part_crc_ = 0;
}

void ZipWriter::commit() {
  if (packed_) {
    packed_->finish();
    member_.crc = packed_->crc();
    member_.bytes = packed_->bytes();
    member_.stored_bytes = packed_->end() - data_at_;
  }
  mpi::together(comm_, [&] {
    if (comm_.rank() != 0) return;
    const std::string header = zip_header(member_);
    file_.write(member_.header_at, header.data(), std::ssize(header));
    records_.push_back(zip_record(member_));
    const Index end = data_at_ + member_.stored_bytes;
    const std::string directory = zip_directory(records_, end);
    file_.write(end, directory.data(), std::ssize(directory));
  });
  file_.commit();
}

}  // namespace ashlar::io
