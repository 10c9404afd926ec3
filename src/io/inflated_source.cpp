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
  text.erase(text.size() - stream.avail_out);
  ::inflateEnd(&stream);
  return text;
}

InflatedSource::InflatedSource(std::shared_ptr<const ByteSource> file, PackedBytes packed,
                               std::string path)
    : file_(std::move(file)),
      packed_(packed),
      path_(std::move(path)),
      distance_(least_kept_distance) {
  Inflater stream(*file_, packed_, path_);
  keep(stream);
  std::vector<char> unpacked(static_cast<std::size_t>(inflated_piece));
  while (stream.read(unpacked.data(), inflated_piece) == inflated_piece) keep(stream);
  size_ = stream.at();
}

void InflatedSource::keep(Inflater& inflater) {
  if (!kept_.empty() && inflater.at() < kept_.back()->at() + distance_) return;
  kept_.push_back(std::make_unique<Inflater>(inflater));
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
      [](Index wanted, const std::unique_ptr<Inflater>& kept) { return wanted < kept->at(); });
  Inflater& nearest = **(behind - 1);
  // Kept only if all reads succeed.
  auto stream = std::move(current_);
  if (!stream || stream->at() > offset || stream->at() < nearest.at())
    stream = std::make_unique<Inflater>(nearest);
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
