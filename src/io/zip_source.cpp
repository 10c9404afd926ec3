// SPDX-License-Identifier: BSD-3-Clause
#include "zip.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "crc32.hpp"
#include "file_error.hpp"
#include "inflater.hpp"

namespace ashlar::io {
namespace {

constexpr Index chunk = 65536;

/// Bytes of one member of a zip archive.
///
/// A stored member is read in place. A deflated one is unpacked from its start in bounded memory; a
/// read at a higher offset continues, others restart. Reads of all bytes in order check the CRC-32.
class ZipSource final : public ByteSource {
 public:
  ZipSource(std::shared_ptr<const ByteSource> archive, ZipMember member, std::string path)
      : archive_(std::move(archive)),
        member_(std::move(member)),
        path_(std::move(path)),
        data_at_(zip_data_at(*archive_, member_)) {}

  const std::string& path() const override { return path_; }
  Index size() const override { return member_.bytes; }

  void read(Index offset, void* out, Index bytes) const override {
    if (offset + bytes > size()) throw file_error(path_, "is cut short");
    if (bytes == 0) return;
    if (member_.is_deflated()) {
      inflate(offset, out, bytes);
    } else {
      archive_->read(data_at_ + offset, out, bytes);
      check(offset, out, bytes);
    }
  }

 private:
  void check(Index offset, const void* data, Index bytes) const {
    if (offset > checked_to_ || offset + bytes <= checked_to_) return;
    const Index known = checked_to_ - offset;
    const std::uint32_t crc = crc32(static_cast<const char*>(data) + known, bytes - known, crc_);
    if (offset + bytes == size() && crc != member_.crc)
      throw file_error(path_, "its bytes do not match the recorded checksum");
    crc_ = crc;
    checked_to_ = offset + bytes;
  }

  void inflate(Index offset, void* out, Index bytes) const {
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
  void read_next(Inflater& inflater, void* out, Index bytes) const {
    if (inflater.read(out, bytes) < bytes)
      throw file_error(path_, "is shorter unpacked than its recorded size");
    if (inflater.at() < member_.bytes) return;
    char surplus = 0;
    if (inflater.read(&surplus, 1) > 0)
      throw file_error(path_, "is longer unpacked than its recorded size");
    if (!inflater.is_used_up())
      throw file_error(path_, "its packed bytes end before their recorded size");
  }

  std::shared_ptr<const ByteSource> archive_;
  ZipMember member_;
  std::string path_;
  Index data_at_ = 0;
  mutable std::unique_ptr<Inflater> inflater_;
  // Checksum of the bytes before checked_to_.
  mutable Index checked_to_ = 0;
  mutable std::uint32_t crc_ = 0;
};

}  // namespace

std::unique_ptr<const ByteSource> open_zip_member(std::shared_ptr<const ByteSource> archive,
                                                  ZipMember member, std::string path) {
  return std::make_unique<ZipSource>(std::move(archive), std::move(member), std::move(path));
}

}  // namespace ashlar::io
