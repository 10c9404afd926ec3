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

/// Unpacks from the start on.
class ZipSource::Inflater {
 public:
  explicit Inflater(const ZipSource& source) : source_(source), input_(chunk) {
    // Negative: the packed bytes have no head of their own.
    if (::inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  Index at() const { return at_; }

  /// The next bytes.
  void read(void* out, Index bytes) {
    auto* to = static_cast<Bytef*>(out);
    while (bytes > 0) {
      const Index wanted = std::min(bytes, Index{1} << 30);
      stream_.next_out = to;
      stream_.avail_out = static_cast<uInt>(wanted);
      while (stream_.avail_out > 0) step();
      to += wanted;
      at_ += wanted;
      bytes -= wanted;
    }
    if (at_ == source_.member_.bytes) finish();
  }

 private:
  [[noreturn]] void fail(const char* reason) const { throw file_error(source_.path_, reason); }

  void step() {
    if (has_ended_) fail("is shorter unpacked than the archive says");
    if (stream_.avail_in == 0) {
      const Index part = std::min(chunk, source_.member_.stored_bytes - taken_);
      if (part == 0) fail("its packed bytes are cut short");
      source_.archive_->read(source_.data_at_ + taken_, input_.data(), part);
      taken_ += part;
      stream_.next_in = input_.data();
      stream_.avail_in = static_cast<uInt>(part);
    }
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    has_ended_ = status == Z_STREAM_END;
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK && status != Z_STREAM_END) fail("its packed bytes are malformed");
  }

  /// What is packed must end with the last byte.
  void finish() {
    Bytef surplus = 0;
    stream_.next_out = &surplus;
    stream_.avail_out = 1;
    while (!has_ended_ && stream_.avail_out > 0) step();
    if (stream_.avail_out == 0) fail("is longer unpacked than the archive says");
    if (stream_.avail_in > 0 || taken_ < source_.member_.stored_bytes)
      fail("its packed bytes end before the archive says");
  }

  const ZipSource& source_;
  std::vector<Bytef> input_;
  z_stream stream_ = {};
  Index taken_ = 0;  // packed bytes that were read
  Index at_ = 0;     // unpacked bytes that were delivered
  bool has_ended_ = false;
};

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
  // Kept only if all goes well.
  auto inflater = std::move(inflater_);
  if (!inflater || inflater->at() > offset) inflater = std::make_unique<Inflater>(*this);
  std::vector<char> skipped(static_cast<std::size_t>(std::min(chunk, offset - inflater->at())));
  while (inflater->at() < offset) {
    const Index at = inflater->at(), part = std::min(chunk, offset - at);
    inflater->read(skipped.data(), part);
    check(at, skipped.data(), part);
  }
  inflater->read(out, bytes);
  check(offset, out, bytes);
  inflater_ = std::move(inflater);
}

void ZipSource::check(Index offset, const void* data, Index bytes) const {
  if (offset > checked_to_ || offset + bytes <= checked_to_) return;
  const Index known = checked_to_ - offset;
  const std::uint32_t crc = crc_of(crc_, static_cast<const char*>(data) + known, bytes - known);
  if (offset + bytes == size() && crc != member_.crc)
    throw file_error(path_, "its bytes do not have the checksum that the archive says");
  crc_ = crc;
  checked_to_ = offset + bytes;
}

}  // namespace ashlar::io
