// SPDX-License-Identifier: BSD-3-Clause
#include "zip_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/mpi/agree.hpp>

#include "atomic_file.hpp"
#include "crc32.hpp"
#include "mpi/collectives.hpp"
#include "packed_parts.hpp"
#include "posix_file.hpp"
#include "zip.hpp"

namespace ashlar::io {
namespace {

// Records of the archive (APPNOTE 6.3); the time is the first of 1980, as in NumPy.

constexpr std::uint64_t escape_16 = 0xffff, escape_32 = 0xffff'ffff;
constexpr std::uint64_t zip_version = 45, zip_made_by_unix = 3 << 8;  // 4.5: 64-bit sizes
constexpr std::uint64_t zip_first_of_1980 = 1U << 5 | 1U, utf_8_name = 1U << 11;
constexpr std::uint64_t zip_for_owner = 0600U << 16;

std::string zip_bytes(std::uint64_t value, int width) {
  std::string bytes;
  for (int k = 0; k < width; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  return bytes;
}

std::string bytes_16(std::uint64_t value) { return zip_bytes(value, 2); }
std::string bytes_32(std::uint64_t value) { return zip_bytes(value, 4); }
std::string bytes_64(std::uint64_t value) { return zip_bytes(value, 8); }
std::uint64_t unsigned_size(Index value) { return static_cast<std::uint64_t>(value); }

std::uint64_t zip_flags_of(const ZipMember& member) {
  const bool is_ascii = std::all_of(member.name.begin(), member.name.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return is_ascii ? 0 : utf_8_name;
}

/// Local header of a new member with 64-bit sizes.
std::string zip_header(const ZipMember& member) {
  // The extra field has the sizes in 64 bits.
  return "PK\3\4" + bytes_16(zip_version) + bytes_16(zip_flags_of(member)) +
         bytes_16(member.method) + bytes_16(0) + bytes_16(zip_first_of_1980) +
         bytes_32(member.crc) + bytes_32(escape_32) + bytes_32(escape_32) +
         bytes_16(member.name.size()) + bytes_16(20) + member.name + bytes_16(1) + bytes_16(16) +
         bytes_64(unsigned_size(member.bytes)) + bytes_64(unsigned_size(member.stored_bytes));
}

/// Directory record of a new member.
std::string zip_record(const ZipMember& member) {
  std::string wide;
  const auto narrow = [&](Index value) {
    if (unsigned_size(value) < escape_32) return unsigned_size(value);
    wide += bytes_64(unsigned_size(value));
    return escape_32;
  };
  const std::uint64_t bytes = narrow(member.bytes), stored = narrow(member.stored_bytes),
                      at = narrow(member.header_at);
  const std::string extra = wide.empty() ? "" : bytes_16(1) + bytes_16(wide.size()) + wide;
  return "PK\1\2" + bytes_16(zip_made_by_unix | zip_version) + bytes_16(zip_version) +
         bytes_16(zip_flags_of(member)) + bytes_16(member.method) + bytes_16(0) +
         bytes_16(zip_first_of_1980) + bytes_32(member.crc) + bytes_32(stored) + bytes_32(bytes) +
         bytes_16(member.name.size()) + bytes_16(extra.size()) + bytes_16(0) + bytes_16(0) +
         bytes_16(0) + bytes_32(zip_for_owner) + bytes_32(at) + member.name + extra;
}

/// Directory, beginning at `directory_at`, and end records.
std::string zip_directory(const std::vector<std::string>& records, Index directory_at) {
  std::string text;
  for (const std::string& record : records) text += record;
  const std::uint64_t count = records.size(), bytes = text.size(), at = unsigned_size(directory_at);
  if (count >= escape_16 || bytes >= escape_32 || at >= escape_32)
    text += "PK\6\6" + bytes_64(44) + bytes_16(zip_made_by_unix | zip_version) +
            bytes_16(zip_version) + bytes_32(0) + bytes_32(0) + bytes_64(count) + bytes_64(count) +
            bytes_64(bytes) + bytes_64(at) + "PK\6\7" + bytes_32(0) + bytes_64(at + bytes) +
            bytes_32(1);
  return text + "PK\5\6" + bytes_16(0) + bytes_16(0) + bytes_16(std::min(count, escape_16)) +
         bytes_16(std::min(count, escape_16)) + bytes_32(std::min(bytes, escape_32)) +
         bytes_32(std::min(at, escape_32)) + bytes_16(0);
}

class ZipWriter final : public ArraySink {
 public:
  ZipWriter(mpi::CommunicatorView comm, const std::string& path, const std::string& name, bool adds,
            int level)
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

  void write(Index offset, const void* data, Index bytes) override {
    if (packed_) return packed_->add(data, bytes);
    file_.write(data_at_ + offset, data, bytes);
    part_crc_ = crc32(data, bytes, part_crc_);
    part_bytes_ += bytes;
  }

  void end_lines() override {
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

  void commit() override {
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

 private:
  /// Copies the old members. Returns the offset after them.
  Index copy_old(const std::string& path) {
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

  mpi::CommunicatorView comm_;
  detail::AtomicFile file_;
  ZipMember member_;
  std::vector<std::string> records_;  // of the old members; rank 0
  Index data_at_ = 0;
  std::unique_ptr<PackedParts> packed_;  // null for a stored member
  // Size and checksum of this rank's bytes since end_lines.
  Index part_bytes_ = 0;
  std::uint32_t part_crc_ = 0;
};

}  // namespace

std::unique_ptr<ArraySink> new_zip_member(mpi::CommunicatorView comm, const std::string& path,
                                          const std::string& name, bool adds, int level) {
  return std::make_unique<ZipWriter>(comm, path, name, adds, level);
}

}  // namespace ashlar::io
