// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/mpi/context.hpp>

#include "move/exchange/piece_codec.hpp"

namespace ashlar::detail {

/// Size of a stream, sent to its receiver.
struct StreamSize {
  Index bytes = 0, pieces = 0, longest = 0;
};

/// Stream of records for one rank, in chunks of whole records: one message each.
class RecordStream {
 public:
  /// Appends space for a record of `bytes` bytes, a multiple of 8. A new chunk starts where the sum
  /// of `weight` would exceed `limit`.
  std::byte* append(Index bytes, Index weight, Index limit) {
    if (chunks_.empty() || weight_ + weight > limit) {
      chunks_.emplace_back();
      ++size_.pieces;
      weight_ = 0;
    }
    std::vector<std::byte>& chunk = chunks_.back();
    const std::size_t end = chunk.size();
    chunk.resize(end + static_cast<std::size_t>(bytes));
    size_.bytes += bytes;
    size_.longest = std::max(size_.longest, std::ssize(chunk));
    weight_ += weight;
    return chunk.data() + end;
  }

  const std::vector<std::vector<std::byte>>& chunks() const { return chunks_; }
  const StreamSize& size() const { return size_; }

 private:
  std::vector<std::vector<std::byte>> chunks_;
  StreamSize size_;
  Index weight_ = 0;  // of the last chunk
};

class RecordSender final : public PieceCodec {
 public:
  explicit RecordSender(const RecordStream& stream) : stream_(&stream) {}
  Index pieces() const override { return stream_->size().pieces; }
  Index max_piece_bytes() const override { return stream_->size().longest; }
  void rewind() override { next_ = 0; }
  Index pack(std::byte* buffer) override {
    const std::vector<std::byte>& chunk = stream_->chunks()[next_++];
    std::memcpy(buffer, chunk.data(), chunk.size());
    return std::ssize(chunk);
  }

 private:
  const RecordStream* stream_;
  std::size_t next_ = 0;
};

/// Receiver of a stream that buffers its chunks.
class RecordKeeper final : public PieceCodec {
 public:
  explicit RecordKeeper(const StreamSize& size)
      : size_(size), memory_(static_cast<std::size_t>(size.bytes)) {
    chunks_.reserve(static_cast<std::size_t>(size.pieces));
  }
  RecordKeeper(const RecordKeeper&) = delete;  // chunks point into its memory
  RecordKeeper& operator=(const RecordKeeper&) = delete;

  Index pieces() const override { return size_.pieces; }
  Index max_piece_bytes() const override { return size_.longest; }
  void rewind() override {
    chunks_.clear();
    next_ = memory_.data();
  }
  void unpack(const std::byte* buffer, Index bytes) override {
    const auto size = static_cast<std::size_t>(bytes);
    std::memcpy(next_, buffer, size);
    chunks_.emplace_back(next_, size);
    next_ += size;
  }

  const std::vector<std::span<const std::byte>>& chunks() const { return chunks_; }

 private:
  StreamSize size_;
  std::vector<std::byte> memory_;
  std::byte* next_ = memory_.data();
  std::vector<std::span<const std::byte>> chunks_;
};

/// Streams by receiving rank.
using RecordStreams = std::map<int, RecordStream>;

/// Sizes of the streams from every rank to this one. @collective over context.comm()
std::vector<StreamSize> incoming_sizes(mpi::Context& context, const RecordStreams& streams);

/// Sends every stream to its rank, without MPI to this one, and calls apply(chunk) there for each
/// chunk, in the order of senders and within a stream.
///
/// Early chunks are buffered. If a rank would exceed `max_extra_bytes`, fewer ranks send at a time;
/// a single sender needs no buffer.
/// @param apply  must not throw
/// @throws OutOfMemory on all ranks, between rounds
/// @collective over context.comm()
void exchange_in_rank_order(mpi::Context& context, const RecordStreams& streams,
                            Index max_extra_bytes,
                            const std::function<void(std::span<const std::byte>)>& apply);

}  // namespace ashlar::detail
