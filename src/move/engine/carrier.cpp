// SPDX-License-Identifier: BSD-3-Clause
#include "carrier.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <sched.h>

#include <ashlar/mpi/agree.hpp>

#include "move/exchange/staged_exchange.hpp"
#include "mpi/peer_memory.hpp"
#include "mpi/wait_in.hpp"

namespace ashlar::detail {
namespace {

void merge(std::vector<int>& into, const std::vector<int>& ranks) {
  into.insert(into.end(), ranks.begin(), ranks.end());
  std::ranges::sort(into);
  into.erase(std::unique(into.begin(), into.end()), into.end());
}

// Faster long reads of peer memory outweigh misses of the second-level cache.
constexpr Index pieces_of_panel = 8, pieces_of_bounded_panel = 4;
// The stage is written past the caches, where these are not shared.
constexpr Index pieces_of_slot = 2;
// Pieces sent before as many are received: those under way, the one that is unpacked and, in
// messages, one that arrives.
constexpr Index staged_ahead = Index{StagedExchange::most_depth} + 1, sent_ahead = 8 + 2;

}  // namespace

Carrier::Carrier(const Routes& routes, const CarrierKind& kind, bool has_exchange,
                 Index piece_bytes, const PieceWindow& window)
    : kind_(kind), context_(routes.front()->context()) {
  for (int node_rank = 0; node_rank < context_.node_size(); ++node_rank)
    if (node_rank != context_.node_rank()) neighbours_.push_back(node_rank);
  const bool is_bounded = window.max_bytes > 0;
  const Index panel_bytes = piece_bytes * (is_bounded ? pieces_of_bounded_panel : pieces_of_panel);
  if (kind.way == Way::Stage && !is_bounded) piece_bytes *= pieces_of_slot;
  for (std::size_t k = 0; k < routes.size(); ++k) {
    Member& member = members_.emplace_back(*routes[k]);
    if (kind.way == Way::Peers) {
      member.peers.emplace(member.route, kind.orders[k], panel_bytes);
      continue;
    }
    const int me = context_.rank();
    const auto own = member.route.receives().boxes_of(me);
    if (kind.is_pulled[k]) add_pull(member);
    else if (!own.empty()) member.own.emplace(member.route, own, kind.orders[k], me);
    if (!has_exchange) continue;
    add_codecs(member, k, BoxCodec::Side::Sender, piece_bytes, is_bounded);
    add_codecs(member, k, BoxCodec::Side::Receiver, piece_bytes, is_bounded);
  }
  if (kind.way == Way::Peers || !has_exchange) return;
  auto sends = partners(&Member::sends, piece_bytes),
       receives = partners(&Member::receives, piece_bytes);
  if (kind.way == Way::Stage)
    exchange_ =
        std::make_unique<StagedExchange>(context_, std::move(sends), receives, window.max_bytes);
  else
    exchange_ =
        std::make_unique<PieceExchange>(context_, std::move(sends), std::move(receives), window);
  exchange_->accompany([this](Index packed, Index pieces) { move_own(packed, pieces); });
}

void Carrier::add_pull(Member& member) {
  const Route& route = member.route;
  meeting_ = &Meeting::of(context_);
  merge(readings_, near_ranks(route.receives(), context_));
  merge(readers_, near_ranks(route.sends(), context_));
  for (const Box& box : route.receives().boxes())
    if (box.rank != route.rank() && context_.node_rank_of(box.rank))
      member.pulled_bytes += box.elements * route.element_bytes();
}

/// Codec that packs for a rank, or null. `sends` is sorted by rank until the exchange is made.
BoxCodec* Carrier::packed_for(const Member& member, int rank) {
  const auto found = std::ranges::lower_bound(member.sends, rank, {}, &PiecePartner::rank);
  if (found == member.sends.end() || found->rank != rank) return nullptr;
  return dynamic_cast<BoxCodec*>(found->codec);
}

void Carrier::add_codecs(Member& member, std::size_t k, BoxCodec::Side side, Index piece_bytes,
                         bool is_bounded) {
  const Route& route = member.route;
  const Orders& orders = kind_.orders[k];
  const bool sending = side == BoxCodec::Side::Sender;
  // Bundles and the stage hold packed pieces; a bounded window has few buffers.
  const bool may_be_typed = kind_.way == Way::Messages && kind_.orders.size() == 1 && !is_bounded;
  const Index pieces_ahead = kind_.way == Way::Stage ? staged_ahead : sent_ahead;
  const Share& share = sending ? route.sends() : route.receives();
  for (int rank : share.ranks()) {
    const bool is_near = context_.node_rank_of(rank).has_value();
    if (rank == route.rank() || (is_near && kind_.is_pulled[k])) continue;
    const auto boxes = share.boxes_of(rank);
    const bool is_typed =
        kind_.way == Way::Datatypes ||
        (may_be_typed && is_near &&
         TypedCodec::suits(route, boxes, orders, piece_bytes, context_.is_oversubscribed()));
    PieceCodec* codec = nullptr;
    if (is_typed) {
      codec = &member.typed.emplace_back(route, boxes.front(), orders, side, member.memory);
    } else {
      BoxCodec& packed =
          member.packed.emplace_back(route, boxes, orders, side, piece_bytes, member.memory);
      if (!sending && member.own && member.own_with == nullptr && !is_bounded &&
          packed.take_own_along(route, boxes, orders, packed_for(member, rank), pieces_ahead))
        member.own_with = &packed;
      codec = &packed;
    }
    (sending ? member.sends : member.receives).push_back({rank, codec});
    if (sending || kind_.way != Way::Stage) continue;
    for (const Box& box : boxes) staged_bytes_ += box.elements * route.element_bytes();
  }
}

/// Partners of all moves, with one bundle for each.
std::vector<PiecePartner> Carrier::partners(std::vector<PiecePartner> Member::*side,
                                            Index piece_bytes) {
  if (members_.size() == 1) return members_.front().*side;
  std::map<int, std::vector<PieceCodec*>> by_rank;
  for (const Member& member : members_)
    for (const PiecePartner& partner : member.*side) by_rank[partner.rank].push_back(partner.codec);
  std::vector<PiecePartner> result;
  for (auto& [rank, codecs] : by_rank)
    result.push_back({rank, codecs.size() == 1
                                ? codecs.front()
                                : &bundles_.emplace_back(std::move(codecs), piece_bytes)});
  return result;
}

Index Carrier::buffer_bytes() const {
  Index bytes = exchange_ ? exchange_->buffer_bytes() : 0;
  for (const Member& member : members_) {
    if (member.peers) bytes = std::max(bytes, member.peers->buffer_bytes());
    for (const BoxCodec& codec : member.packed) bytes += codec.buffer_bytes();
  }
  return bytes;
}

PlanStatistics Carrier::statistics() const {
  PlanStatistics result{
      .pulled_bytes = pulled_bytes_, .node_moves = node_moves_, .overflows = overflows_};
  if (exchange_) {
    result.messages_sent = exchange_->messages_sent();
    result.message_bytes_sent = exchange_->bytes_sent();
  }
  return result;
}

void Carrier::make_meeting_places(mpi::Context& context, const CarrierKind& kind) {
  const auto is_pulled = std::ranges::find(kind.is_pulled, true) != kind.is_pulled.end();
  if (is_pulled || kind.way == Way::Peers) (void)Meeting::of(context);
  if (kind.way == Way::Peers) {
    (void)SourceBoard::of(context);
    (void)mpi::PeerMemory::of(context);
  }
  if (kind.way == Way::Stage) (void)Stage::of(context);
}

void Carrier::connect() {
  if (exchange_) exchange_->connect(context_);
}

void Carrier::start() {
  phase_ = Phase::Over;
  if (kind_.way == Way::Peers) {
    for (Member& member : members_) {
      member.peers->run(member.memory);
      pulled_bytes_ += member.peers->bytes_of_others();
    }
    return;
  }
  if (meeting_ != nullptr) {
    round_.emplace(*meeting_);
    phase_ = Phase::Entered;
  }
  guarded([&] {
    if (exchange_) exchange_->start();
  });
  pulled_bytes_ += staged_bytes_;
}

bool Carrier::progress() {
  guarded([&] { step(); });
  return phase_ == Phase::Over && is_exchanged();
}

void Carrier::finish() {
  guarded([&] {
    // Messages must progress while this rank waits for its node.
    mpi::WatchedLoop loop("MPI_Testsome", context_.comm());
    while (phase_ != Phase::Over && !is_exchanged()) {
      const Phase before = phase_;
      const Index pieces_before = exchange_->pieces_over();
      step();
      loop.step(phase_ != before || exchange_->pieces_over() != pieces_before);
      if (phase_ == before) sched_yield();
    }
    loop.step(true);
    if (phase_ == Phase::Entered) {
      round_->wait_for_sources(readings());
      pull();
    }
    if (phase_ == Phase::Left) {
      round_->wait_for_readers(readers());
      end_round();
    }
    move_own();
    if (exchange_) exchange_->finish();
    kernels().fence();
  });
}

void Carrier::step() {
  if (exchange_ && exchange_->progress()) kernels().fence();
  move_own();
  if (phase_ == Phase::Entered && round_->have_entered(readings())) pull();
  if (phase_ == Phase::Left && round_->have_left(readers())) end_round();
}

void Carrier::move_own(Index steps, Index all) {
  for (Member& member : members_)
    if (member.own && !(member.own_with != nullptr && member.own_with->has_own_beside()))
      member.own->run_until(member.memory, steps, all);
}

void Carrier::pull() {
  for (std::size_t k = 0; k < members_.size(); ++k) {
    Member& member = members_[k];
    if (!kind_.is_pulled[k]) continue;
    if (member.is_shared) {
      member.shared_pull->run(member.memory, {context_.node_size(), context_.node_rank()}, true);
      ++node_moves_;
    } else if (member.pull) {
      member.pull->run(member.memory, {}, member.memory.streams);
    }
    pulled_bytes_ += member.pulled_bytes;
  }
  round_->leave();
  phase_ = Phase::Left;
}

void Carrier::end_round() {
  round_->end();
  round_.reset();
  phase_ = Phase::Over;
}

/// Releases waiting ranks of the node after a failure.
template <class Action>
void Carrier::guarded(Action&& action) {
  try {
    action();
  } catch (...) {
    const ErrorKind kind = mpi::detail::caught_error().kind;
    // Partners that timed out are not awaited again.
    if (exchange_ && kind == ErrorKind::Timeout) exchange_->abandon();
    if (round_) round_->fail(kind);
    round_.reset();
    throw;
  }
}

}  // namespace ashlar::detail
