// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "box_walk.hpp"
#include "move/exchange/piece_codec.hpp"
#include "move_memory.hpp"
#include "own_part.hpp"

#include <ashlar/base/index.hpp>

namespace ashlar::detail {

/// Choice between cached and non-temporal stores for packing, by occasional timing of the other
/// kind.
///
/// A sent buffer is in the cache of the processor that read it. Unless the processors share this
/// cache, rewriting the buffer costs twice as much as non-temporal stores, which also speed up the
/// receiver. Otherwise cached stores are faster. Systems, above all virtual machines, do not report
/// cache sharing.
class PackingStores {
 public:
  explicit PackingStores(mpi::Context& context)
      : latest_(context.slot<bool>("move.packing_stores", [] { return false; })),
        streams_(latest_) {}

  /// Packs the next `bytes` bytes by pack(streams), with timing.
  template <class Pack>
  void pack(Index bytes, Pack&& pack) {
    if (bytes < least_bytes) return pack(streams_);
    const bool is_trial = turn_++ % turns == first_trial;
    const bool streams = is_trial != streams_;
    const auto start = std::chrono::steady_clock::now();
    pack(streams);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    note(streams, time.count() / static_cast<double>(bytes));
  }

 private:
  static constexpr int turns = 32;                       // of which one is a trial …
  static constexpr int first_trial = 4;                  // … after the first reuse of buffers
  static constexpr Index least_bytes = Index{16} << 10;  // shorter ones stay in the cache
  static constexpr double rise = 1.1;  // at most, against interruptions of the process
  static constexpr double much = 1.3;

  void note(bool streams, double cost) {
    double& known = costs_[streams ? 1 : 0];
    known = known == 0 ? cost : std::min(cost, rise * known);
    if (costs_[0] > 0 && costs_[1] > 0) latest_ = streams_ = costs_[0] > much * costs_[1];
  }

  bool& latest_;  // choice of the context's last codec with one
  bool streams_;
  int turn_ = 0;
  std::array<double, 2> costs_{};  // seconds per byte, cached and streamed; 0: unknown
};

/// Codec of one direction of a pair of ranks: boxes cut into pieces of whole columns. A piece is a
/// sequence of small matrices, one per stretch of columns of a box, packed and unpacked by the
/// kernels.
///
/// Long columns of several runs, or under a triangle, are padded to whole lines. Under a triangle
/// such a matrix has the rows of all its columns. Padding and elements outside are transferred but
/// neither written nor read.
class BoxCodec final : public PieceCodec {
 public:
  enum class Side { Sender, Receiver };

  /// @param boxes  of one partner; they and `memory` must outlive the codec
  BoxCodec(const Route& route, std::span<const Box> boxes, const Orders& orders, Side side,
           Index piece_bytes, const MoveMemory& memory);

  /// Unpacks own elements together with received pieces, if both alternate within cache lines and
  /// the move is plain; returns true if so. Called once on the receiver, with the codec's boxes.
  /// @param sender        packs for the same partner, and own elements with those sent if possible;
  ///                      or null
  /// @param pieces_ahead  pieces that may be sent before as many are received
  bool take_own_along(const Route& route, std::span<const Box> boxes, const Orders& orders,
                      BoxCodec* sender, Index pieces_ahead);
  /// True if this exchange does so.
  bool has_own_beside() const { return own_ && memory_.combine.is_plain(); }

  /// Buffer bytes besides messages.
  Index buffer_bytes() const { return own_ ? own_->buffer_bytes() : 0; }

  Index pieces() const override { return pieces_; }
  Index max_piece_bytes() const override { return capacity_ * element_bytes_; }
  void rewind() override;
  Index pack(std::byte* buffer) override;
  Stretches<const std::byte> piece_to_send(std::byte* buffer, bool may_have_gaps) override;
  Stretches<std::byte> place_to_receive(bool may_have_gaps) override;
  void unpack(const std::byte* buffer, Index bytes) override;

 private:
  void cut_one_box(Index wanted, bool transposing);
  void cut_boxes(Index wanted);
  void cut_at_lines(const RunList& columns);
  template <class F>
  void next_piece(F&& f);
  Index next_columns() const;
  template <class F>
  void next_piece_of_box(F&& f);
  /// True if the slice just taken is the last of its columns.
  bool is_last(const BoxSlice& slice) const { return slice.columns == walk_.columns_left(); }

  bool try_packing_with(OwnPart& own, const Box& sent);
  Index pack_slice(const BoxSlice& slice, std::byte* buffer);
  bool needs_no_packing(Index ld, Index columns, Index bytes, bool may_have_gaps) const;
  template <class Byte>
  Stretches<Byte> stretches(Byte* first, Index ld, Index columns) const;

  Index element_bytes_;
  Conjugate conjugate_;
  const MoveMemory& memory_;
  BoxWalk walk_;
  Index pieces_ = 0, capacity_ = 0;  // the latter in elements
  Index piece_columns_ = 0;          // of one box; 0: as many columns as fit
  std::vector<Index> cuts_;          // columns of each piece of a transposition; else none
  std::size_t piece_ = 0;            // number of the next, of one box
  PackingStores stores_;
  OwnPart* beside_ = nullptr;  // of the receiver, packed with the elements for the same partner
  SliceRoom room_;
  std::optional<OwnPart> own_;

  // In place: one plane without a triangle, of one run per column.
  bool is_plain_ = false;
  int source_block_ = 0, target_block_ = 0;
  Run column_run_;
  std::optional<RunCursor> ahead_;
  Run run_ahead_;
  Index ahead_left_ = 0;
};

}  // namespace ashlar::detail
