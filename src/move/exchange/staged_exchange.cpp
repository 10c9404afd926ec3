// SPDX-License-Identifier: BSD-3-Clause
#include "staged_exchange.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>

#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

/// Header of a piece, in a separate cache line.
struct alignas(64) Header {
  Index bytes;
};

}  // namespace

Stage& Stage::of(mpi::Context& context) {
  return context.shared_slot<Stage>(key, [&] { return Stage(context); });
}

Stage::Stage(mpi::Context& context) : node_rank_(context.node_rank()) {
  mpi::together(context.comm(), [&] {
    shown_.resize(static_cast<std::size_t>(context.node_size()));
    taken_.resize(shown_.size());
  });
  counters_ = mpi::NodeCounters(context, 2 * context.node_size());
}

void Stage::renew(mpi::Context& context) {
  give_to(nullptr);
  counters_ = mpi::NodeCounters(context, 2 * context.node_size());
  std::ranges::fill(shown_, 0);
  std::ranges::fill(taken_, 0);
}

void Stage::reserve(mpi::Context& context, Index bytes) {
  if (bytes <= bytes_) return;
  if (active_ != nullptr) active_->finish();
  // Other ranks keep the old memory mapped until they have unpacked its pieces and call reserve().
  memory_.release();
  memory_ = context.allocate(bytes, mpi::StorageKind::Shared);
  bytes_ = bytes;
}

void Stage::enter(StagedExchange& exchange) {
  if (active_ != nullptr) active_->finish();
  for (int node_rank = 0; node_rank < node_size(); ++node_rank)
    for (int steps = 0; taken_by(node_rank) != shown(node_rank);) idle(steps);
  give_to(&exchange);
}

void Stage::give_to(StagedExchange* exchange) noexcept {
  if (active_ != nullptr) active_->has_stage_ = false;
  active_ = exchange;
  if (active_ != nullptr) active_->has_stage_ = true;
}

StagedExchange::StagedExchange(mpi::Context& context, std::vector<PiecePartner> sends,
                               const std::vector<PiecePartner>& receives, Index max_bytes)
    : stage_(*Stage::if_made(context)), node_rank_(context.node_rank()) {
  sort_by_distance(sends, context, true);
  const auto add = [&](std::vector<Pair>& pairs, const PiecePartner& partner) {
    if (partner.codec->pieces() == 0) return;
    // With a third buffer packing rarely waits; few pieces stay in the caches with two.
    constexpr Index many = 16;
    pairs.push_back({.codec = partner.codec,
                     .node_rank = *context.node_rank_of(partner.rank),
                     .depth = partner.codec->pieces() < many ? 2 : most_depth});
    slot_bytes_ = std::max(slot_bytes_, partner.codec->max_piece_bytes());
  };
  for (const PiecePartner& partner : sends) add(sends_, partner);
  for (const PiecePartner& partner : receives) add(receives_, partner);
  max_bytes_ = max_bytes;
  my_channels_.resize(static_cast<std::size_t>(context.node_size()));
  their_channels_.resize(my_channels_.size());
  next_.resize(std::min(sends_.size(), most_channels));
}

void StagedExchange::connect(mpi::Context& context) {
  slot_bytes_ = mpi::all_max(context.comm(), slot_bytes_);
  // Whole lines, and not a power of two of them.
  slot_bytes_ = (slot_bytes_ + 63) / 64 * 64 + Index{sizeof(Header)};
  Index channels = most_channels;
  if (max_bytes_ > 0)
    channels = std::clamp<Index>(max_bytes_ / (Index{most_depth} * slot_bytes_), 1, channels);
  channels_ = std::min(sends_.size(), static_cast<std::size_t>(channels));

  // Exchanges the channel numbers with the receivers.
  for (std::size_t k = 0; k < sends_.size(); ++k) {
    sends_[k].channel = k % channels_;
    my_channels_[static_cast<std::size_t>(sends_[k].node_rank)] =
        static_cast<int>(sends_[k].channel);
  }
  mpi::wait_in("MPI_Alltoall", context.node(), [&] {
    return MPI_Alltoall(my_channels_.data(), 1, MPI_INT, their_channels_.data(), 1, MPI_INT,
                        context.node().native());
  });
  for (Pair& pair : receives_)
    pair.channel =
        static_cast<std::size_t>(their_channels_[static_cast<std::size_t>(pair.node_rank)]);
  channels = mpi::all_max(context.comm(), static_cast<Index>(channels_));
  stage_.reserve(context, channels * Index{most_depth} * slot_bytes_);
}

std::byte* StagedExchange::slot(int sender, const Pair& pair, std::uint64_t number) const {
  const std::size_t buffer = pair.channel * most_depth + (number - pair.before) % pair.depth;
  return stage_.memory_of(sender) + static_cast<Index>(buffer) * slot_bytes_;
}

/// Partner that a channel serves; null if all are served.
StagedExchange::Pair* StagedExchange::served(std::size_t channel) {
  std::size_t& next = next_[channel];
  while (next < sends_.size()) {
    Pair& pair = sends_[next];
    const bool is_over =
        pair.pieces == 0 && stage_.taken_by(pair.node_rank) == stage_.shown(pair.node_rank);
    if (!is_over) return &pair;
    next += channels_;
  }
  return nullptr;
}

void StagedExchange::start() {
  guarded([&] {
    stage_.enter(*this);
    for (Pair& pair : sends_) {
      pair.codec->rewind();
      to_send_ += pair.pieces = pair.codec->pieces();
      pair.before = stage_.shown(pair.node_rank);
    }
    for (Pair& pair : receives_) {
      pair.codec->rewind();
      to_receive_ += pair.pieces = pair.codec->pieces();
      pair.before = stage_.taken(pair.node_rank);
    }
    for (std::size_t c = 0; c < channels_; ++c) next_[c] = c;
    send_some();
    if (beside_) beside_(1, 1);
  });
}

bool StagedExchange::progress() {
  guarded([&] {
    int steps = 0;
    if (!is_finished() && !send_some() && !receive_some()) stage_.idle(steps);
  });
  return is_finished();
}

void StagedExchange::finish() {
  guarded([&] {
    for (int steps = 0; !is_finished();) {
      const bool sent = send_some(), received = receive_some();
      if (sent || received) steps = 0;
      else stage_.idle(steps);
    }
  });
}

template <class Action>
void StagedExchange::guarded(Action&& action) {
  try {
    action();
  } catch (...) {
    abandon();
    stage_.poison(mpi::detail::caught_error().kind);
    throw;
  }
  if (is_finished()) leave();
}

/// Packs a piece for every channel with a free buffer.
bool StagedExchange::send_some() {
  bool did = false;
  for (std::size_t c = 0; c < channels_; ++c) {
    Pair* const pair = served(c);
    if (pair == nullptr || pair->pieces == 0) continue;
    const std::uint64_t number = stage_.shown(pair->node_rank);
    if (number - stage_.taken_by(pair->node_rank) >= pair->depth) continue;
    std::byte* const place = slot(node_rank_, *pair, number);
    const Index bytes = pair->codec->pack(place + sizeof(Header));
    new (place) Header{bytes};
    stage_.show(pair->node_rank);
    --pair->pieces;
    --to_send_;
    ++pieces_over_;
    did = true;
  }
  return did;
}

/// Unpacks a piece of every sender with one ready.
bool StagedExchange::receive_some() {
  bool did = false;
  for (Pair& pair : receives_) {
    const std::uint64_t number = stage_.taken(pair.node_rank);
    if (pair.pieces == 0 || stage_.shown_by(pair.node_rank) == number) continue;
    const std::byte* const place = slot(pair.node_rank, pair, number);
    const auto* const header = std::launder(reinterpret_cast<const Header*>(place));
    pair.codec->unpack(place + sizeof(Header), header->bytes);
    stage_.take(pair.node_rank);
    --pair.pieces;
    --to_receive_;
    ++pieces_over_;
    did = true;
  }
  return did;
}

}  // namespace ashlar::detail
