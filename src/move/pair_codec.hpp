// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>

#include "choices.hpp"
#include "column_codec.hpp"
#include "piece_exchange.hpp"
#include "place_piece.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// One direction of one pair of ranks: its elements, cut into pieces of whole columns where no
/// triangle cuts them, else of a fixed number of elements.
template <class T>
class PairCodec final : public PieceCodec {
 public:
  /// The memory that all codecs of a move work on; set before each exchange.
  struct Memory {
    LocalView<const T> source;
    TargetBlock target;
    bool streams = false;  ///< write the target past the caches
  };

  PairCodec(const Transfers& transfers, const Partner& partner, ColumnCodec::Side side,
            Index piece_bytes, const Memory& memory)
      : transfers_(&transfers),
        partner_(&partner),
        memory_(&memory),
        place_(transfers.op()),
        stream_(transfers, partner) {
    piece_ = std::max<Index>(1, piece_bytes / Index{sizeof(T)});
    // Both sides know the columns' length, so both decide alike.
    if (transfers.moved().uplo == Uplo::General) {
      columns_.emplace(transfers, partner, side);
      if (columns_->column_elements() > 4 * piece_) columns_.reset();
    }
    if (columns_) {
      Index columns = std::max<Index>(1, piece_ / columns_->column_elements());
      if (columns > 32) columns -= columns % 32;  // whole lines of a transposed target
      piece_ = columns * columns_->column_elements();
    }
    piece_ = std::min(piece_, partner.elements);
  }

  Index pieces() const override { return (partner_->elements - 1) / piece_ + 1; }
  Index max_piece_bytes() const override { return piece_ * Index{sizeof(T)}; }

  void rewind() override {
    left_ = partner_->elements;
    if (columns_) columns_->rewind();
    else stream_ = Stream(*transfers_, *partner_);
  }

  Index pack(std::byte* buffer) override {
    const Index elements = take();
    auto* const to = reinterpret_cast<T*>(buffer);
    if (columns_) columns_->pack(memory_->source, to, elements / columns_->column_elements());
    else detail::pack(stream_, place_, memory_->source, to, elements);
    return elements * Index{sizeof(T)};
  }

  void unpack(const std::byte* buffer, Index /*bytes*/) override {
    const Index elements = take();
    const auto* const from = reinterpret_cast<const T*>(buffer);
    if (columns_)
      columns_->unpack(from, memory_->target, elements / columns_->column_elements(),
                       conjugation<T>(transfers_->op()), memory_->streams);
    else detail::unpack(stream_, place_, memory_->target, from, elements);
  }

 private:
  /// The length of the next piece.
  Index take() {
    const Index elements = std::min(piece_, left_);
    left_ -= elements;
    return elements;
  }

  const Transfers* transfers_;
  const Partner* partner_;
  const Memory* memory_;
  Placement place_;
  Stream stream_;
  std::optional<ColumnCodec> columns_;
  Index piece_ = 1;  // elements of each message but the last
  Index left_ = 0;
};

}  // namespace ashlar::detail
