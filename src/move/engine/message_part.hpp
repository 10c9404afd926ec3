// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "move/exchange/piece_exchange.hpp"
#include "move/kernels/choices.hpp"
#include "move/pack/pair_codec.hpp"
#include "move/pack/transport.hpp"
#include "move/pack/typed_codec.hpp"
#include "own_part.hpp"

namespace ashlar::detail {

/// The part of one move that goes by messages, one codec for each partner and direction; with it,
/// if wanted, what stays on this rank.
template <class T>
class MessagePart {
 public:
  /// How what is exchanged with a rank, never this one, goes: not by messages of this part; packed;
  /// or, where that suits two ranks of a node, of a crowded one, gathered and scattered by MPI.
  /// Both must say alike.
  enum class Way { Else, Packed, Near, Crowded };
  using WayOf = std::function<Way(int rank)>;

  MessagePart(const Route& route, Index piece_bytes, const WayOf& way_of, bool with_own) {
    add(route, route.sends, ColumnCodec::Side::Sender, piece_bytes, way_of);
    add(route, route.receives, ColumnCodec::Side::Receiver, piece_bytes, way_of);
    if (!with_own) return;
    own_.emplace(route);
    if (const Partner* own = route.own()) elements_in_ += own->elements;
  }
  MessagePart(const MessagePart&) = delete;  // codecs refer to the memory
  MessagePart& operator=(const MessagePart&) = delete;

  const std::vector<PiecePartner>& sends() const { return sends_; }
  const std::vector<PiecePartner>& receives() const { return receives_; }

  /// Goes back to the beginning, and notes where everything lies.
  void start(const Operands<T>& operands) {
    memory_ = {operands.source, operands.target,
               elements_in_ * Index{sizeof(T)} >= stream_from_bytes()};
    if (own_) own_->start(memory_.source, memory_.target, memory_.streams);
  }

  /// Moves `steps` of `all` parts of what stays on this rank, but for those that were moved before.
  void run_own(Index steps = 1, Index all = 1) {
    if (own_) own_->run_until(steps, all);
  }

 private:
  void add(const Route& route, const LayoutShare& share, ColumnCodec::Side side, Index piece_bytes,
           const WayOf& way_of) {
    const bool sending = side == ColumnCodec::Side::Sender;
    for (const Partner& partner : share.partners()) {
      if (partner.rank == route.rank) continue;
      const Way way = way_of(partner.rank);
      if (way == Way::Else) continue;
      PieceCodec* codec = nullptr;
      if (way != Way::Packed &&
          TypedCodec<T>::suits(route.transfers, partner, piece_bytes, way == Way::Crowded))
        codec = &typed_.emplace_back(route.transfers, partner, side, memory_);
      else codec = &codecs_.emplace_back(route.transfers, partner, side, piece_bytes, memory_);
      (sending ? sends_ : receives_).push_back({partner.rank, codec});
      if (!sending) elements_in_ += partner.elements;
    }
  }

  typename PairCodec<T>::Memory memory_;
  Index elements_in_ = 0;
  std::optional<OwnPart<T>> own_;
  std::deque<PairCodec<T>> codecs_;
  std::deque<TypedCodec<T>> typed_;
  std::vector<PiecePartner> sends_, receives_;
};

}  // namespace ashlar::detail
