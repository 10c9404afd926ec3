// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "choices.hpp"
#include "own_part.hpp"
#include "pair_codec.hpp"
#include "piece_exchange.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// Packed messages: what a partner gets is cut into pieces that travel through a few small buffers.
template <class T>
class MessageCarrier final : public Carrier<T> {
 public:
  MessageCarrier(const Route& route, mpi::Context& context, Index piece_bytes)
      : send_codecs_(codecs(route, ColumnCodec::Side::Sender, piece_bytes)),
        receive_codecs_(codecs(route, ColumnCodec::Side::Receiver, piece_bytes)),
        own_(route),
        exchange_(context, partners(route.sends, route.rank, send_codecs_),
                  partners(route.receives, route.rank, receive_codecs_)) {
    for (const Partner& partner : route.receives.partners()) elements_in_ += partner.elements;
  }

  Index buffer_bytes() const override { return exchange_.buffer_bytes(); }

  void run(const Operands<T>& operands) override {
    memory_ = {operands.source, operands.target,
               elements_in_ * Index{sizeof(T)} >= stream_from_bytes()};
    exchange_.start();
    own_.run(memory_.source, memory_.target, memory_.streams);
    exchange_.finish();
    kernels().fence();
  }

 private:
  using Codecs = std::vector<PairCodec<T>>;

  Codecs codecs(const Route& route, ColumnCodec::Side side, Index piece_bytes) const {
    Codecs result;
    const Share& share = side == ColumnCodec::Side::Sender ? route.sends : route.receives;
    for (const Partner& partner : share.partners())
      if (partner.rank != route.rank)
        result.emplace_back(route.transfers, partner, side, piece_bytes, memory_);
    return result;
  }

  static std::vector<PiecePartner> partners(const Share& share, int rank, Codecs& codecs) {
    std::vector<PiecePartner> result;
    auto codec = codecs.begin();
    for (const Partner& partner : share.partners())
      if (partner.rank != rank) result.push_back({partner.rank, &*codec++});
    return result;
  }

  typename PairCodec<T>::Memory memory_;
  Index elements_in_ = 0;
  Codecs send_codecs_, receive_codecs_;
  OwnPart<T> own_;
  PieceExchange exchange_;
};

}  // namespace ashlar::detail
