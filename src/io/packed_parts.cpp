// SPDX-License-Identifier: BSD-3-Clause
#include "packed_parts.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>
#include <vector>

#include <ashlar/mpi/agree.hpp>

#include "crc32.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io {

/// Packs one part, independent of other parts and ending at a byte boundary.
class PackedParts::Deflater {
 public:
  explicit Deflater(int level) {
    constexpr int raw = -MAX_WBITS, usual_memory = 8;
    if (::deflateInit2(&stream_, level == 0 ? Z_DEFAULT_COMPRESSION : level, Z_DEFLATED, raw,
                       usual_memory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { ::deflateEnd(&stream_); }

  /// @param flush  Z_NO_FLUSH, or Z_FULL_FLUSH at the end of the part
  void add(std::string_view data, int flush, std::string& packed) {
    constexpr std::size_t most = std::size_t{1} << 30;
    do {
      std::string_view some = data.substr(0, most);
      data.remove_prefix(some.size());
      // zlib does not modify its input.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(some.data()));
      stream_.avail_in = static_cast<uInt>(some.size());
      do {
        stream_.next_out = room_.data();
        stream_.avail_out = static_cast<uInt>(room_.size());
        ::deflate(&stream_, flush);
        packed.append(reinterpret_cast<const char*>(room_.data()),
                      room_.size() - stream_.avail_out);
      } while (stream_.avail_out == 0);
    } while (!data.empty());
  }

 private:
  z_stream stream_ = {};
  std::array<Bytef, 1 << 16> room_ = {};
};

PackedParts::PackedParts(mpi::CommunicatorView comm, detail::AtomicFile& file, Index first,
                         int level)
    : comm_(comm), file_(file), level_(level), end_(first) {}

PackedParts::~PackedParts() = default;

void PackedParts::add(const void* data, Index bytes) {
  if (bytes == 0) return;
  if (!deflater_) deflater_ = std::make_unique<Deflater>(level_);
  deflater_->add({static_cast<const char*>(data), static_cast<std::size_t>(bytes)}, Z_NO_FLUSH,
                 packed_);
  part_crc_ = crc32(data, bytes, part_crc_);
  part_bytes_ += bytes;
}

void PackedParts::write() {
  struct Part {
    Index packed, bytes;
    std::uint32_t crc;
  };
  mpi::together(comm_, [&] {
    if (deflater_) deflater_->add({}, Z_FULL_FLUSH, packed_);
  });
  const std::vector<Part> parts =
      mpi::all_gather(comm_, Part{std::ssize(packed_), part_bytes_, part_crc_});
  Index mine = end_;
  for (int rank = 0; rank < comm_.size(); ++rank) {
    const Part& part = parts[static_cast<std::size_t>(rank)];
    if (rank < comm_.rank()) mine += part.packed;
    end_ += part.packed;
    bytes_ += part.bytes;
    crc_ = crc32_combined(crc_, part.crc, part.bytes);
  }
  mpi::together(comm_, [&] { file_.write(mine, packed_.data(), std::ssize(packed_)); });
  deflater_.reset();
  packed_.clear();
  part_bytes_ = 0;
  part_crc_ = 0;
}

void PackedParts::finish() {
  // Last block, empty.
  constexpr std::string_view last("\x03\x00", 2);
  mpi::together(comm_, [&] {
    if (comm_.rank() == 0) file_.write(end_, last.data(), std::ssize(last));
  });
  end_ += std::ssize(last);
}

}  // namespace ashlar::io
