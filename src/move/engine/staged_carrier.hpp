// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "message_part.hpp"
#include "move/exchange/staged_exchange.hpp"
#include "move/pack/transport.hpp"

namespace ashlar::detail {

/// Pieces through memory that the node's ranks share: a sender packs, its receivers unpack. For
/// sources in private memory that other ranks may not read.
template <class T>
class StagedCarrier final : public Carrier<T> {
 public:
  /// @collective over the context's communicator
  StagedCarrier(const Route& route, mpi::Context& context, Index piece_bytes,
                const PieceWindow& window)
      : part_(
            route, piece_bytes, [](int) { return MessagePart<T>::Way::Packed; }, true),
        exchange_(context, part_.sends(), part_.receives(), window.max_bytes) {
    for (const Partner& partner : route.receives.partners())
      if (partner.rank != route.rank) bytes_ += partner.elements * Index{sizeof(T)};
  }

  Index buffer_bytes() const override { return exchange_.buffer_bytes(); }

  PlanStatistics statistics() const override { return {.pulled_bytes = pulled_bytes_}; }

  /// Waits only for what lies on the stage from a move before.
  void start(std::span<const Operands<T>> operands) override {
    part_.start(operands.front());
    exchange_.start();
    part_.run_own();
    pulled_bytes_ += bytes_;
  }

  bool progress() override {
    if (!exchange_.progress()) return false;
    kernels().fence();
    return true;
  }

  void finish() override {
    exchange_.finish();
    kernels().fence();
  }

 private:
  MessagePart<T> part_;
  StagedExchange exchange_;
  Index bytes_ = 0, pulled_bytes_ = 0;
};

}  // namespace ashlar::detail
