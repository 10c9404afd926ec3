// SPDX-License-Identifier: BSD-3-Clause
#include "inflated_source.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <utility>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

constexpr Index inflated_piece = Index{1} << 16;
constexpr Index least_kept_distance = Index{1} << 20;
constexpr std::size_t most_kept_streams = 128;

/// inflateInit2's argument: the window of 32 KiB, and which head and checksum stand around.
int window_bits(PackedForm form) { return form == PackedForm::Gzip ? MAX_WBITS + 16 : MAX_WBITS; }

}  // namespace

std::string inflated_prefix(std::string_view packed, PackedForm form, Index limit) {
  std::string text(static_cast<std::size_t>(limit), '\0');
  z_stream stream = {};
  if (::inflateInit2(&stream, window_bits(form)) != Z_OK) throw std::bad_alloc();
  std::string input(packed);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(limit);
  ::inflate(&stream, Z_SYNC_FLUSH);
  text.resize(text.size() - stream.avail_out);
  ::inflateEnd(&stream);
  return text;
}

/// Unpacks from a place on.
class InflatedSource::Stream {
 public:
  explicit Stream(const InflatedSource& source) : source_(source) {
    if (::inflateInit2(&stream_, window_bits(source.packed_.form)) != Z_OK) throw std::bad_alloc();
  }
  /// The same state; what is packed is read again from there.
  Stream(Stream& other)
      : source_(other.source_),
        taken_(other.taken_ - static_cast<Index>(other.stream_.avail_in)),
        at_(other.at_),
        has_ended_(other.has_ended_) {
    if (::inflateCopy(&stream_, &other.stream_) != Z_OK) throw std::bad_alloc();
    stream_.next_in = nullptr;
    stream_.avail_in = 0;
  }
  Stream& operator=(const Stream&) = delete;
  ~Stream() { ::inflateEnd(&stream_); }

  Index at() const { return at_; }

  /// The next bytes, fewer at the end of the stream only.
  Index read(void* out, Index bytes) {
    Index done = 0;
    while (done < bytes && !has_ended_) {
      const Index wanted = std::min(bytes - done, Index{1} << 30);
      stream_.next_out = static_cast<Bytef*>(out) + done;
      stream_.avail_out = static_cast<uInt>(wanted);
      while (stream_.avail_out > 0 && !has_ended_) step();
      done += wanted - static_cast<Index>(stream_.avail_out);
    }
    at_ += done;
    return done;
  }

 private:
  [[noreturn]] void fail(const char* reason) const { throw file_error(source_.path_, reason); }

  bool refill() {
    if (stream_.avail_in > 0) return true;
    const Index part = std::min(inflated_piece, source_.packed_.bytes - taken_);
    if (part == 0) return false;
    input_.resize(static_cast<std::size_t>(inflated_piece));
    source_.file_->read(source_.packed_.first + taken_, input_.data(), part);
    taken_ += part;
    stream_.next_in = input_.data();
    stream_.avail_in = static_cast<uInt>(part);
    return true;
  }

  void step() {
    if (!refill()) fail("its packed bytes are cut short");
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_STREAM_END) return go_to_next_member();
    if (status != Z_OK && status != Z_BUF_ERROR)
      fail("its packed bytes are malformed, or have another checksum than was recorded");
  }

  /// Behind a member of a gzip file stands another one, or padding of zeros.
  void go_to_next_member() {
    has_ended_ = true;
    if (source_.packed_.form == PackedForm::Zlib) return;
    while (refill()) {
      if (*stream_.next_in != 0) {
        if (::inflateReset(&stream_) != Z_OK) fail("its packed bytes are malformed");
        has_ended_ = false;
        return;
      }
      ++stream_.next_in;
      --stream_.avail_in;
    }
  }

  const InflatedSource& source_;
  std::vector<Bytef> input_;
  z_stream stream_ = {};
  Index taken_ = 0;  // packed bytes that were read
  Index at_ = 0;     // unpacked bytes that were delivered
  bool has_ended_ = false;
};

InflatedSource::InflatedSource(std::shared_ptr<const ByteSource> file, PackedBytes packed,
                               std::string path)
    : file_(std::move(file)),
      packed_(packed),
      path_(std::move(path)),
      distance_(least_kept_distance) {
  Stream stream(*this);
  keep(stream);
  std::vector<char> unpacked(static_cast<std::size_t>(inflated_piece));
  while (stream.read(unpacked.data(), inflated_piece) == inflated_piece) keep(stream);
  size_ = stream.at();
}

InflatedSource::~InflatedSource() = default;

void InflatedSource::keep(Stream& stream) {
  if (!kept_.empty() && stream.at() < kept_.back()->at() + distance_) return;
  kept_.push_back(std::make_unique<Stream>(stream));
  if (kept_.size() < most_kept_streams) return;
  for (std::size_t k = 0; 2 * k < kept_.size(); ++k) std::swap(kept_[k], kept_[2 * k]);
  kept_.resize((kept_.size() + 1) / 2);
  distance_ *= 2;
}

void InflatedSource::read(Index offset, void* out, Index bytes) const {
  if (bytes == 0) return;
  if (offset > size_ - bytes) throw file_error(path_, "is cut short");
  const auto behind = std::upper_bound(
      kept_.begin(), kept_.end(), offset,
      [](Index wanted, const std::unique_ptr<Stream>& kept) { return wanted < kept->at(); });
  Stream& nearest = **(behind - 1);
  // Used again only if all goes well.
  auto stream = std::move(current_);
  if (!stream || stream->at() > offset || stream->at() < nearest.at())
    stream = std::make_unique<Stream>(nearest);
  const auto read_all = [&](void* to, Index wanted) {
    if (stream->read(to, wanted) != wanted) throw file_error(path_, "changed while it was read");
  };
  std::vector<char> skipped(
      static_cast<std::size_t>(std::min(inflated_piece, offset - stream->at())));
  while (stream->at() < offset)
    read_all(skipped.data(), std::min(inflated_piece, offset - stream->at()));
  read_all(out, bytes);
  current_ = std::move(stream);
}

}  // namespace ashlar::io
