// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>

#include "column_codec.hpp"
#include "move/exchange/piece_exchange.hpp"
#include "move/kernels/choices.hpp"
#include "place_piece.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// One direction of one pair of ranks: its elements, cut into pieces of whole columns, or of a
/// fixed number of elements where a column is longer than several pieces.
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
    const Index wanted = std::max<Index>(1, piece_bytes / Index{sizeof(T)});
    // Both sides know the columns' length, so both decide alike.
    columns_.emplace(transfers, partner, side);
    if (columns_->column_elements() <= 4 * wanted) {
      total_ = columns_->columns();
      const Index column = columns_->column_elements();
      piece_ = std::max<Index>(1, wanted / column);
      if (piece_ > 32) piece_ -= piece_ % 32;  // whole lines of a transposed target
      else if (is_transposing(transfers.op()))
        piece_ = std::max(piece_, few_lines(4 * wanted / column));
      unit_ = columns_->column_elements();
    } else {
      columns_.reset();
      total_ = partner.elements;
      piece_ = wanted;
    }
    piece_ = std::min(piece_, total_);
  }

  Index pieces() const override { return (total_ - 1) / piece_ + 1; }
  Index max_piece_bytes() const override { return piece_ * unit_ * Index{sizeof(T)}; }

  void rewind() override {
    left_ = left_ahead_ = total_;
    if (columns_) columns_->rewind();
    else stream_ = Stream(*transfers_, *partner_);
  }

  Index pack(std::byte* buffer) override {
    const Index length = take();
    auto* const to = reinterpret_cast<T*>(buffer);
    if (columns_) return columns_->pack(memory_->source, to, length) * Index{sizeof(T)};
    detail::pack(stream_, place_, memory_->source, to, length);
    return length * Index{sizeof(T)};
  }

  Stretches<const std::byte> piece_to_send(std::byte* buffer, bool may_have_gaps) override {
    if (!columns_) return {buffer, pack(buffer)};
    return columns_->piece_of(memory_->source, reinterpret_cast<T*>(buffer), take(), may_have_gaps);
  }

  Stretches<std::byte> place_to_receive(bool may_have_gaps) override {
    if (!columns_) return {};
    const Index length = std::min(piece_, left_ahead_);
    left_ahead_ -= length;
    return columns_->place_in(memory_->target, length, may_have_gaps);
  }

  void unpack(const std::byte* buffer, Index /*bytes*/) override {
    const Index length = take();
    const auto* const from = reinterpret_cast<const T*>(buffer);
    if (columns_)
      columns_->unpack(from, memory_->target, length, conjugation<T>(transfers_->op()),
                       memory_->streams);
    else detail::unpack(stream_, place_, memory_->target, from, length);
  }

 private:
  /// Columns that are whole lines of a transposed target's columns, at most so many as fit.
  static Index few_lines(Index fit) {
    constexpr Index line = std::max<Index>(1, 64 / Index{sizeof(T)});
    return fit >= 2 * line ? 2 * line : fit >= line ? line : 1;
  }

  /// The length of the next piece.
  Index take() {
    const Index length = std::min(piece_, left_);
    left_ -= length;
    return length;
  }

  const Transfers* transfers_;
  const Partner* partner_;
  const Memory* memory_;
  Placement place_;
  Stream stream_;
  std::optional<ColumnCodec> columns_;
  // Counted in columns if there are any, else in elements:
  Index total_ = 0, piece_ = 1;      // of all messages; of each but the last
  Index left_ = 0, left_ahead_ = 0;  // still to do; no place was asked for yet
  Index unit_ = 1;                   // elements of one
};

}  // namespace ashlar::detail
