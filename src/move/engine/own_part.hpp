// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "move/kernels/choices.hpp"
#include "move/pack/column_slices.hpp"
#include "move/pack/transport.hpp"
#include "move/pull/combined_pull.hpp"

namespace ashlar::detail {

/// What stays on this rank: straight from the source to the target, by the kernels that all moves
/// use; at once or, beside an exchange, step by step.
template <class T>
class OwnPart {
 public:
  explicit OwnPart(const Route& route) : route_(route), own_(route.own()) {
    if (own_ == nullptr) return;
    rows_ = Mosaic(*own_->rows, Mosaic::PackedEnd::None);
    cols_ = Mosaic(*own_->cols, Mosaic::PackedEnd::None);
    slices_.emplace(is_transposing() ? *own_->rows : *own_->cols, Mosaic::PackedEnd::None);
    columns_ = is_transposing() ? rows_.count() : cols_.count();
  }

  /// Goes back to the beginning, in other memory.
  /// @param stream  whether to write past the caches
  void start(const LocalView<const T>& source, const TargetBlock& target, bool stream) {
    source_ = source;
    target_ = target;
    stream_ = stream;
    done_ = 0;
    if (slices_) slices_->rewind();
  }

  /// Moves what lies in the source's first columns: `steps` of `all` parts of them, but for those
  /// that were moved before. Others who read the same columns just before have brought what this
  /// needs nearer.
  void run_until(Index steps, Index all) {
    const Index end = steps == all ? columns_ : columns_ * steps / all / whole_lines * whole_lines;
    if (end <= done_) return;
    if (end - done_ == columns_) {
      run(is_transposing() ? rows_ : cols_);
    } else {
      slices_->take(end - done_);
      run(slices_->mosaic());
    }
    done_ = end;
  }

 private:
  // Columns of the source that are rows of a transposed target: its cache lines are written whole.
  static constexpr Index whole_lines = 32;

  bool is_transposing() const { return ashlar::is_transposing(route_.transfers.op()); }

  /// Moves some of the source's columns.
  void run(const Mosaic& columns) const {
    const Transfers& transfers = route_.transfers;
    const bool by_rows = !target_.is_column_major();
    const Mosaic& rows = is_transposing() ? columns : rows_;
    const Mosaic& cols = is_transposing() ? cols_ : columns;
    const Pull pull{.along = by_rows ? &cols : &rows,
                    .across = by_rows ? &rows : &cols,
                    .turned = (is_transposing() != by_rows) != !source_.is_column_major(),
                    .element_bytes = sizeof(T),
                    .conjugate = conjugation<T>(transfers.op()),
                    .triangle = by_rows ? transfers.moved().transposed() : transfers.moved()};
    const std::vector<PullSource> sources{
        {reinterpret_cast<const std::byte*>(source_.data), source_.ld()}};
    pull_into(target_, pull, sources, stream_);
  }

  const Route& route_;
  const Partner* own_;
  Mosaic rows_, cols_;
  std::optional<ColumnSlices> slices_;
  Index columns_ = 0, done_ = 0;  // of the source
  LocalView<const T> source_;
  TargetBlock target_;
  bool stream_ = false;
};

}  // namespace ashlar::detail
