// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <sched.h>

#include "message_part.hpp"
#include "move/exchange/piece_bundle.hpp"
#include "move/exchange/piece_exchange.hpp"
#include "move/meet/meeting.hpp"
#include "move/pack/transport.hpp"
#include "pull_part.hpp"

namespace ashlar::detail {

/// Carries moves together: what lies in memory that the ranks of a node share is taken from there,
/// all else goes by messages, in one exchange and with one meeting for all moves.
///
/// Whether a source lies in shared memory is known to all ranks of a node and may differ between
/// nodes; so both ends of a pair on one node decide alike, and other pairs always use messages.
template <class T>
class JointCarrier final : public Carrier<T> {
 public:
  /// @param is_pulled     for each route whether its source lies in memory that the node shares
  /// @param has_messages  [same] whether anything may go by messages, on any rank
  JointCarrier(std::span<const Route> routes, const std::vector<bool>& is_pulled, bool has_messages,
               mpi::Context& context, Index piece_bytes, const PieceWindow& window) {
    for (int node_rank = 0; node_rank < context.node_size(); ++node_rank)
      if (node_rank != context.node_rank()) neighbours_.push_back(node_rank);
    for (std::size_t k = 0; k < routes.size(); ++k) {
      Member& member = members_.emplace_back();
      if (is_pulled[k]) add_pull(member, routes[k], context);
      const auto way_of = [&](int rank) {
        using Way = typename MessagePart<T>::Way;
        if (!context.node_rank_of(rank)) return Way::Packed;
        if (is_pulled[k]) return Way::Else;
        // Bundles hold packed pieces, and few buffers hold small ones.
        if (routes.size() > 1 || window.max_bytes > 0) return Way::Packed;
        return context.is_oversubscribed() ? Way::Crowded : Way::Near;
      };
      if (has_messages) member.messages.emplace(routes[k], piece_bytes, way_of, !is_pulled[k]);
    }
    if (has_messages)
      exchange_.emplace(context, partners(&MessagePart<T>::sends, piece_bytes),
                        partners(&MessagePart<T>::receives, piece_bytes), window);
    if (exchange_)
      exchange_->accompany([this](Index packed, Index pieces) { move_own(packed, pieces); });
  }

  Index buffer_bytes() const override { return exchange_ ? exchange_->buffer_bytes() : 0; }

  PlanStatistics statistics() const override {
    PlanStatistics result{.pulled_bytes = pulled_bytes_, .node_moves = node_moves_};
    if (exchange_) {
      result.messages_sent = exchange_->messages_sent();
      result.message_bytes_sent = exchange_->bytes_sent();
    }
    return result;
  }

  void start(std::span<const Operands<T>> operands) override {
    auto next = operands.begin();
    is_together_ = false;
    for (Member& member : members_) {
      if (member.pull) member.pull->start(*next);
      is_together_ = is_together_ || (member.pull && member.pull->is_together());
      if (member.messages) member.messages->start(*next);
      ++next;
    }
    stage_ = Stage::Over;
    if (meeting_ != nullptr) {
      round_ = meeting_->enter();
      stage_ = Stage::Entered;
    }
    guarded([&] {
      if (exchange_) exchange_->start();
    });
  }

  bool progress() override {
    guarded([&] { step(); });
    return stage_ == Stage::Over && is_exchanged();
  }

  void finish() override {
    guarded([&] {
      // Messages must go on while this rank waits for its node.
      while (stage_ != Stage::Over && !is_exchanged()) {
        const Stage before = stage_;
        step();
        if (stage_ == before) sched_yield();
      }
      if (stage_ == Stage::Entered) {
        for (int node_rank : readings()) meeting_->wait_for_source(node_rank, round_);
        pull();
      }
      if (stage_ == Stage::Left) {
        for (int node_rank : readers()) meeting_->wait_for_reader(node_rank, round_);
        stage_ = Stage::Over;
      }
      move_own();
      if (exchange_) exchange_->finish();
      kernels().fence();
    });
  }

 private:
  struct Member {
    std::optional<PullPart<T>> pull;
    std::optional<MessagePart<T>> messages;
  };
  enum class Stage {
    Entered,  // waiting for the sources of the node
    Left,     // waiting for those who read this rank's source
    Over
  };
  using Side = const std::vector<PiecePartner>& (MessagePart<T>::*)() const;

  void add_pull(Member& member, const Route& route, mpi::Context& context) {
    meeting_ = &Meeting::of(context);
    member.pull.emplace(route, context);
    merge(readings_, member.pull->readings());
    merge(readers_, member.pull->readers());
  }

  static void merge(std::vector<int>& into, const std::vector<int>& ranks) {
    into.insert(into.end(), ranks.begin(), ranks.end());
    std::ranges::sort(into);
    into.erase(std::unique(into.begin(), into.end()), into.end());
  }

  /// The partners of all moves, what they have for one bundled.
  std::vector<PiecePartner> partners(Side side, Index piece_bytes) {
    std::map<int, std::vector<PieceCodec*>> by_rank;
    for (const Member& member : members_)
      for (const PiecePartner& partner : ((*member.messages).*side)())
        by_rank[partner.rank].push_back(partner.codec);
    std::vector<PiecePartner> result;
    for (auto& [rank, codecs] : by_rank)
      result.push_back({rank, codecs.size() == 1
                                  ? codecs.front()
                                  : &bundles_.emplace_back(std::move(codecs), piece_bytes)});
    return result;
  }

  /// Whose source must be there, and who must have left, before this rank goes on.
  const std::vector<int>& readings() const { return is_together_ ? neighbours_ : readings_; }
  const std::vector<int>& readers() const { return is_together_ ? neighbours_ : readers_; }

  bool is_exchanged() const { return !exchange_ || exchange_->is_finished(); }

  /// Does what can be done without waiting.
  void step() {
    if (exchange_ && exchange_->progress()) kernels().fence();
    move_own();
    if (stage_ == Stage::Entered && meeting_->have_entered(readings(), round_)) pull();
    if (stage_ == Stage::Left && meeting_->have_left(readers(), round_)) stage_ = Stage::Over;
  }

  void move_own(Index steps = 1, Index all = 1) {
    for (Member& member : members_)
      if (member.messages) member.messages->run_own(steps, all);
  }

  void pull() {
    for (Member& member : members_) {
      if (!member.pull) continue;
      member.pull->run();
      pulled_bytes_ += member.pull->bytes_of_others();
      if (member.pull->is_together()) ++node_moves_;
    }
    meeting_->leave(round_);
    stage_ = Stage::Left;
  }

  /// The node's ranks must not wait for one that failed.
  template <class Action>
  void guarded(Action&& action) {
    try {
      action();
    } catch (...) {
      if (meeting_ != nullptr) meeting_->poison();
      throw;
    }
  }

  std::deque<Member> members_;
  Meeting* meeting_ = nullptr;           // null if nothing is pulled
  std::vector<int> readings_, readers_;  // node ranks whose source I read, who read mine
  std::vector<int> neighbours_;          // all others of the node …
  bool is_together_ = false;             // … with whom some of the moves is made
  std::deque<PieceBundle> bundles_;
  std::optional<PieceExchange> exchange_;
  Index pulled_bytes_ = 0, node_moves_ = 0;
  std::uint64_t round_ = 0;
  Stage stage_ = Stage::Over;
};

}  // namespace ashlar::detail
