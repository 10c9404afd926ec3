// SPDX-License-Identifier: BSD-3-Clause
#include "record_exchange.hpp"

#include <list>
#include <memory>
#include <optional>

#include <ashlar/mpi/agree.hpp>

#include "move/exchange/piece_exchange.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

using Apply = std::function<void(std::span<const std::byte>)>;

/// Receiver of a stream that applies each chunk on arrival.
class RecordReader final : public PieceCodec {
 public:
  RecordReader(const StreamSize& size, const Apply& apply) : size_(size), apply_(apply) {}
  Index pieces() const override { return size_.pieces; }
  Index max_piece_bytes() const override { return size_.longest; }
  void rewind() override {}
  void unpack(const std::byte* buffer, Index bytes) override {
    apply_(std::span(buffer, static_cast<std::size_t>(bytes)));
  }

 private:
  StreamSize size_;
  const Apply& apply_;
};

/// Exchange in which all ranks of a range send.
class Round {
 public:
  Round(mpi::Context& context, const RecordStreams& streams,
        const std::vector<StreamSize>& incoming, int first, int last, const Apply& apply)
      : rank_(context.rank()), apply_(apply) {
    std::vector<PiecePartner> sends, receives;
    if (first <= rank_ && rank_ < last) {
      for (const auto& [to, stream] : streams) {
        if (to == rank_) own_ = &stream;
        else sends.push_back({to, &senders_.emplace_back(stream)});
      }
    }
    for (int from = first; from < last; ++from) {
      const StreamSize& size = incoming[static_cast<std::size_t>(from)];
      if (from == rank_ || size.pieces == 0) continue;
      if (!reader_) {  // all earlier ranks are complete
        reader_.emplace(size, apply);
        reader_rank_ = from;
        receives.push_back({from, &*reader_});
      } else {
        kept_.emplace_back(from, size);
        receives.push_back({from, &kept_.back().stream});
      }
    }
    exchange_.emplace(context, std::move(sends), std::move(receives));
  }

  void run() {
    if (!reader_ || rank_ < reader_rank_) apply_own();
    exchange_->start();
    exchange_->finish();
    for (const Kept& kept : kept_) {
      if (rank_ < kept.from) apply_own();
      for (const auto chunk : kept.stream.chunks()) apply_(chunk);
    }
    apply_own();
  }

 private:
  struct Kept {
    Kept(int rank, const StreamSize& size) : from(rank), stream(size) {}
    int from;
    RecordKeeper stream;
  };

  /// Applies this rank's stream for itself, once.
  void apply_own() {
    if (own_ == nullptr) return;
    for (const auto& chunk : own_->chunks()) apply_(chunk);
    own_ = nullptr;
  }

  int rank_;
  const Apply& apply_;
  const RecordStream* own_ = nullptr;
  std::list<RecordSender> senders_;  // the exchange refers to all of these
  std::optional<RecordReader> reader_;
  int reader_rank_ = 0;
  std::list<Kept> kept_;
  std::optional<PieceExchange> exchange_;
};

/// End of the range of senders from `first` on. [same]
int end_of_round(mpi::Context& context, const std::vector<StreamSize>& incoming, int first,
                 Index max_extra_bytes) {
  int last = first;
  bool reads_one = false;
  for (Index kept = 0; last < context.size(); ++last) {
    const StreamSize& size = incoming[static_cast<std::size_t>(last)];
    if (last == context.rank() || size.pieces == 0) continue;
    if (reads_one) kept += size.bytes;  // the first one is applied on arrival
    if (kept > max_extra_bytes) break;
    reads_one = true;
  }
  return mpi::all_min(context.comm(), last);
}

}  // namespace

std::vector<StreamSize> incoming_sizes(mpi::Context& context, const RecordStreams& streams) {
  const auto ranks = static_cast<std::size_t>(context.size());
  static_assert(sizeof(StreamSize) == 3 * sizeof(Index));
  auto [outgoing, incoming] = mpi::together(context.comm(), [&] {
    std::pair<std::vector<StreamSize>, std::vector<StreamSize>> sizes(ranks, ranks);
    for (const auto& [to, stream] : streams)
      sizes.first[static_cast<std::size_t>(to)] = stream.size();
    return sizes;
  });
  // Structured bindings cannot be captured.
  StreamSize *const out = outgoing.data(), *const in = incoming.data();
  mpi::wait_in("MPI_Alltoall", context.comm(), [&] {
    return MPI_Alltoall(out, 3, MPI_INT64_T, in, 3, MPI_INT64_T, context.comm().native());
  });
  return std::move(incoming);
}

void exchange_in_rank_order(mpi::Context& context, const RecordStreams& streams,
                            Index max_extra_bytes, const Apply& apply) {
  const std::vector<StreamSize> incoming = incoming_sizes(context, streams);
  for (int first = 0; first < context.size();) {
    const int last = end_of_round(context, incoming, first, max_extra_bytes);
    // A failed allocation on one rank must fail on all.
    const auto round = mpi::together(context.comm(), [&] {
      return std::make_unique<Round>(context, streams, incoming, first, last, apply);
    });
    round->run();
    first = last;
  }
}

}  // namespace ashlar::detail
