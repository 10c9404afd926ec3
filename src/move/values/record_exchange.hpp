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

/// Stream of records for one rank, in chunks of whole records: one message each.
class RecordStream {
 public:
  /// Appends space for a record of `bytes` bytes, a multiple of 8. A new chunk starts where the sum
  /// of `weight` would exceed `limit`.
  std::byte* append(Index bytes, Index weight, Index limit) {
    if (chunks_.empty() || weight_ + weight > limit) {
      chunks_.emplace_back();
      weight_ = 0;
    }
    std::vector<std::byte>& chunk = chunks_.back();
    const std::size_t size = chunk.size();
    chunk.resize(size + static_cast<std::size_t>(bytes));
    bytes_ += bytes;
    weight_ += weight;
    longest_ = std::max(longest_, std::ssize(chunk));
    return chunk.data() + size;
  }

  const std::vector<std::vector<std::byte>>& chunks() const { return chunks_; }
  Index bytes() const { return bytes_; }
  Index longest() const { return longest_; }

 private:
  std::vector<std::vector<std::byte>> chunks_;
  Index weight_ = 0;  // of the last chunk
  Index bytes_ = 0, longest_ = 0;
};

/// Size of a stream, sent to its receiver.
struct StreamSize {
  Index bytes = 0, pieces = 0, longest = 0;

  static StreamSize of(const RecordStream& stream) {
    return {stream.bytes(), std::ssize(stream.chunks()), stream.longest()};
  }
};

class RecordSender final : public PieceCodec {
 public:
  explicit RecordSender(const RecordStream& stream) : stream_(&stream) {}
  Index pieces() const override { return std::ssize(stream_->chunks()); }
  Index max_piece_bytes() const override { return stream_->longest(); }
  void rewind() override { next_ = 0; }
  Index pack(std::byte* buffer) override {
    const std::vector<std::byte>& chunk = stream_->chunks()[next_++];
    std::memcpy(buffer, chunk.data(), chunk.size());
    return std::ssize(chunk);
  }
  void unpack(const std::byte*, Index) override {}

 private:
  const RecordStream* stream_;
  std::size_t next_ = 0;
};

/// Receiver of a stream that buffers its chunks.
class RecordKeeper final : public PieceCodec {
 public:
  explicit RecordKeeper(const StreamSize& size) : size_(size) {
    memory_.resize(static_cast<std::size_t>(size.bytes));
    ends_.reserve(static_cast<std::size_t>(size.pieces));
  }
  Index pieces() const override { return size_.pieces; }
  Index max_piece_bytes() const override { return size_.longest; }
  void rewind() override { ends_.clear(); }
  Index pack(std::byte*) override { return 0; }
  void unpack(const std::byte* buffer, Index bytes) override {
    const std::size_t end = ends_.empty() ? 0 : ends_.back();
    std::memcpy(memory_.data() + end, buffer, static_cast<std::size_t>(bytes));
    ends_.push_back(end + static_cast<std::size_t>(bytes));
  }

  std::span<const std::byte> chunk(std::size_t k) const {
    const std::size_t first = k == 0 ? 0 : ends_[k - 1];
    return std::span(memory_).subspan(first, ends_[k] - first);
  }
  std::size_t chunk_count() const { return ends_.size(); }

 private:
  StreamSize size_;
  std::vector<std::byte> memory_;
  std::vector<std::size_t> ends_;
};

/// Receiver of a stream that calls `f(std::span<const std::byte>)` for each chunk on arrival.
template <class F>
class RecordReader final : public PieceCodec {
 public:
  RecordReader(const StreamSize& size, F f) : size_(size), f_(std::move(f)) {}
  Index pieces() const override { return size_.pieces; }
  Index max_piece_bytes() const override { return size_.longest; }
  void rewind() override {}
  Index pack(std::byte*) override { return 0; }
  void unpack(const std::byte* buffer, Index bytes) override {
    f_(std::span(buffer, static_cast<std::size_t>(bytes)));
  }

 private:
  StreamSize size_;
  F f_;
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
