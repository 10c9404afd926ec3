// SPDX-License-Identifier: BSD-3-Clause
#include "zip_source.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

constexpr Index chunk = 65536;

std::uint32_t crc_of(std::uint32_t before, const void* data, Index bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(before, static_cast<const Bytef*>(data), static_cast<std::size_t>(bytes)));
}

}  // namespace

ZipSource::ZipSource(std::shared_ptr<const ByteSource> archive, ZipMember member, std::string path)
    : archive_(std::move(archive)),
      member_(std::move(member)),
      path_(std::move(path)),
      data_at_(zip_data_at(*archive_, member_)) {}

ZipSource::~ZipSource() = default;

void ZipSource::read(Index offset, void* out, Index bytes) const {
  if (offset + bytes > size()) throw file_error(path_, "is cut short");
  if (bytes == 0) return;
  if (member_.is_deflated()) {
    inflate(offset, out, bytes);
  } else {
    archive_->read(data_at_ + offset, out, bytes);
    check(offset, out, bytes);
  }
}

void ZipSource::inflate(Index offset, void* out, Index bytes) const {
  // Kept only if all reads succeed.
  auto inflater = std::move(inflater_);
  if (!inflater || inflater->at() > offset)
    inflater = std::make_unique<Inflater>(
        *archive_, PackedBytes{data_at_, member_.stored_bytes, PackedForm::Raw}, path_);
  std::vector<char> skipped(static_cast<std::size_t>(std::min(chunk, offset - inflater->at())));
  while (inflater->at() < offset) {
    const Index at = inflater->at(), part = std::min(chunk, offset - at);
    read_next(*inflater, skipped.data(), part);
    check(at, skipped.data(), part);
  }
  read_next(*inflater, out, bytes);
  check(offset, out, bytes);
  inflater_ = std::move(inflater);
}

/// Reads the next bytes; checks that packed and unpacked bytes end together.
void ZipSource::read_next(Inflater& inflater, void* out, Index bytes) const {
  if (inflater.read(out, bytes) < bytes)
    throw file_error(path_, "is shorter unpacked than its recorded size");
  if (inflater.at() < member_.bytes) return;
  char surplus = 0;
  if (inflater.read(&surplus, 1) > 0)
    throw file_error(path_, "is longer unpacked than its recorded size");
  if (!inflater.is_used_up())
    throw file_error(path_, "its packed bytes end before their recorded size");
}

void ZipSource::check(Index offset, const void* data, Index bytes) const {
  if (offset > checked_to_ || offset + bytes <= checked_to_) return;
  const Index known = checked_to_ - offset;
  const std::uint32_t crc = crc_of(crc_, static_cast<const char*>(data) + known, bytes - known);
  if (offset + bytes == size() && crc != member_.crc)
    throw file_error(path_, "its bytes do not match the recorded checksum");
  crc_ = crc;
  checked_to_ = offset + bytes;
}

}  // namespace ashlar::io
