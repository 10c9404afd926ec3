// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/layout/patchwork.hpp>
#include <ashlar/layout/stream.hpp>
#include <ashlar/matrix/local_view.hpp>

#include "move/exchange/piece_exchange.hpp"
#include "move/kernels/choices.hpp"
#include "move/pull/combined_pull.hpp"
#include "move/pull/pull.hpp"
#include "place_piece.hpp"

namespace ashlar::detail {

/// The memory that the patches of a move work on; set before each exchange.
template <class T>
struct PatchMemory {
  std::vector<LocalView<const T>> source;
  std::vector<TargetBlock> target;
  bool streams = false;  ///< write the target past the caches
};

/// The tables of run lists, each made once however many patches use it.
class MosaicTable {
 public:
  const Mosaic& of(const RunList* runs, Mosaic::PackedEnd end) {
    const auto [entry, is_new] = mosaics_.try_emplace({runs, end});
    if (is_new) entry->second = Mosaic(*runs, end);
    return entry->second;
  }

 private:
  std::map<std::pair<const RunList*, Mosaic::PackedEnd>, Mosaic> mosaics_;
};

/// One direction of one pair of ranks: its patches one after the other, each down the source's
/// columns, cut into pieces of whole columns.
template <class T>
class PatchCodec final : public PieceCodec {
 public:
  enum class End { Sender, Receiver };

  /// @param patches  of one partner, which outlive the codec
  /// @param piece_elements  no patch has longer columns
  PatchCodec(std::span<const Patch> patches, Op op, End end, Index piece_elements,
             MosaicTable& mosaics, const PatchMemory<T>& memory)
      : patches_(patches), op_(op), end_(end), capacity_(piece_elements), memory_(&memory) {
    const auto packed = end == End::Sender ? Mosaic::PackedEnd::Target : Mosaic::PackedEnd::Source;
    for (const Patch& patch : patches) inner_.push_back(&mosaics.of(&inner_of(patch), packed));
    rewind();
    while (next_piece([](const Patch&, Index, Index) {}) > 0) ++pieces_;
  }

  Index pieces() const override { return pieces_; }
  Index max_piece_bytes() const override { return capacity_ * Index{sizeof(T)}; }
  void rewind() override {
    patch_ = 0;
    column_ = 0;
    outer_.reset();
    run_ = {};
  }

  Index pack(std::byte* buffer) override {
    auto* const to = reinterpret_cast<T*>(buffer);
    return next_piece([&](const Patch& patch, Index at, Index columns) {
             if (is_cut(patch)) pack_column(patch, to + at);
             else pack_columns(patch, to + at, columns);
           }) *
           Index{sizeof(T)};
  }

  void unpack(const std::byte* buffer, Index /*bytes*/) override {
    const auto* const from = reinterpret_cast<const T*>(buffer);
    next_piece([&](const Patch& patch, Index at, Index columns) {
      if (is_cut(patch)) unpack_column(patch, from + at);
      else unpack_columns(patch, from + at, columns);
    });
  }

 private:
  bool transposing() const { return is_transposing(op_); }
  static bool is_cut(const Patch& patch) { return patch.triangle.uplo != Uplo::General; }
  /// Runs across and down the source's columns.
  const RunList& outer_of(const Patch& patch) const {
    return transposing() ? *patch.rows : *patch.cols;
  }
  const RunList& inner_of(const Patch& patch) const {
    return transposing() ? *patch.cols : *patch.rows;
  }

  /// Calls segment(patch, start in the piece, columns) for what the next piece holds: columns of a
  /// patch, or the one column at run_ of a patch that a triangle cuts. Returns the piece's length.
  template <class F>
  Index next_piece(F&& segment) {
    Index used = 0;
    for (; patch_ < patches_.size(); ++patch_, column_ = 0, outer_.reset(), run_ = {}) {
      const Patch& patch = patches_[patch_];
      if (!outer_) {
        outer_.emplace(outer_of(patch));
        columns_ = outer_of(patch).count();
      }
      while (column_ < columns_) {
        Index columns = 1, elements = 0;
        if (is_cut(patch)) {
          if (run_.length == 0) run_ = outer_->next();
          elements = column_length(patch);
          if (used + elements > capacity_) return used;
        } else {
          const Index height = inner_[patch_]->count();
          columns = std::min((capacity_ - used) / height, columns_ - column_);
          if (columns == 0) return used;
          elements = columns * height;
        }
        segment(patch, used, columns);
        if (is_cut(patch)) take_front(run_, 1);
        used += elements;
        column_ += columns;
      }
    }
    return used;
  }

  /// Calls f(run) for the stretches of the column at run_ that the triangle keeps.
  template <class F>
  void for_each_kept(const Patch& patch, F&& f) const {
    const Triangle down = transposing() ? patch.triangle.transposed() : patch.triangle;
    const Range kept = down.rows_of(run_.at, {0, inner_of(patch).extent});
    inner_of(patch).for_each([&](const Run& run) {
      const Range part = intersection({run.at, run.at + run.length}, kept);
      const Index skipped = part.first - run.at;
      if (!part.empty())
        f(Run{part.first, run.source_local + skipped, run.target_local + skipped, part.size()});
    });
  }

  Index column_length(const Patch& patch) const {
    Index length = 0;
    for_each_kept(patch, [&](const Run& run) { length += run.length; });
    return length;
  }

  void pack_column(const Patch& patch, T* to) {
    const LocalView<const T>& source = memory_->source[static_cast<std::size_t>(patch.own_block)];
    for_each_kept(patch, [&](const Run& run) {
      copy_strided(to, 1, source.at(run.source_local, run_.source_local), source.row_stride,
                   run.length, false);
      to += run.length;
    });
  }

  void unpack_column(const Patch& patch, const T* from) {
    const TargetBlock& target = memory_->target[static_cast<std::size_t>(patch.own_block)];
    const Index stride = transposing() ? target.col_stride : target.row_stride;
    for_each_kept(patch, [&](const Run& run) {
      std::byte* to = transposing() ? target.at(run_.target_local, run.target_local)
                                    : target.at(run.target_local, run_.target_local);
      if (const Combine* combine = target.computes())
        (*combine)(to, stride, reinterpret_cast<const std::byte*>(from), 1, run.length);
      else
        copy_strided(reinterpret_cast<T*>(to), stride, from, 1, run.length, op_ == Op::ConjTrans);
      from += run.length;
    });
  }

  void pack_columns(const Patch& patch, T* buffer, Index columns) {
    take(columns);
    const LocalView<const T>& source = memory_->source[static_cast<std::size_t>(patch.own_block)];
    const Pull pull{.along = inner_[patch_],
                    .across = &piece_,
                    .turned = !source.is_column_major(),
                    .element_bytes = sizeof(T)};
    sources_ = {{reinterpret_cast<const std::byte*>(source.data), source.ld()}};
    pull.run(sources_, reinterpret_cast<std::byte*>(buffer), inner_[patch_]->count(), kernels(),
             false);
  }

  void unpack_columns(const Patch& patch, const T* buffer, Index columns) {
    take(columns);
    const TargetBlock& target = memory_->target[static_cast<std::size_t>(patch.own_block)];
    const bool turned = transposing() == target.is_column_major();
    const Pull pull{.along = turned ? &piece_ : inner_[patch_],
                    .across = turned ? inner_[patch_] : &piece_,
                    .turned = turned,
                    .element_bytes = sizeof(T),
                    .conjugate = conjugation<T>(op_)};
    sources_ = {{reinterpret_cast<const std::byte*>(buffer), inner_[patch_]->count()}};
    pull_into(target, pull, sources_, memory_->streams);
  }

  /// Makes `piece_` the next `columns` columns of the patch.
  void take(Index columns) {
    tiles_.clear();
    Index end_of_last = 0;
    for (Index done = 0; done < columns;) {
      if (run_.length == 0) run_ = outer_->next();
      const Run run = take_front(run_, std::min(run_.length, columns - done));
      const Index place = end_ == End::Sender ? run.source_local : run.target_local;
      if (done > 0 && place == end_of_last) tiles_.back().length += run.length;
      else if (end_ == End::Sender) tiles_.push_back({done, place, done, run.length, 0});
      else tiles_.push_back({done, done, place, run.length, 0});
      end_of_last = place + run.length;
      done += run.length;
    }
    piece_.assign(tiles_);
  }

  std::span<const Patch> patches_;
  Op op_;
  End end_;
  Index capacity_;
  const PatchMemory<T>* memory_;
  std::vector<const Mosaic*> inner_;  // of each patch
  Index pieces_ = 0;

  // Where the next piece starts: patch, column, and the rest of the run that holds it.
  std::size_t patch_ = 0;
  Index column_ = 0, columns_ = 0;
  std::optional<RunCursor> outer_;
  Run run_;

  Mosaic piece_;
  std::vector<Tile> tiles_;
  std::vector<PullSource> sources_;
};

}  // namespace ashlar::detail
