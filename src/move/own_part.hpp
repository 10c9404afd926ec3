// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "choices.hpp"
#include "combined_pull.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// What stays on this rank: straight from the source to the target, by the kernels that all moves
/// use.
template <class T>
class OwnPart {
 public:
  explicit OwnPart(const Route& route) : route_(route), own_(route.own()) {
    if (own_ == nullptr) return;
    rows_ = Mosaic(*own_->rows, Mosaic::PackedEnd::None);
    cols_ = Mosaic(*own_->cols, Mosaic::PackedEnd::None);
  }

  void run(const LocalView<const T>& source, const TargetBlock& target, bool stream) const {
    if (own_ == nullptr) return;
    const Transfers& transfers = route_.transfers;
    const bool by_rows = !target.is_column_major();
    const bool transposing = is_transposing(transfers.op());
    const Pull pull{.along = by_rows ? &cols_ : &rows_,
                    .across = by_rows ? &rows_ : &cols_,
                    .turned = (transposing != by_rows) != !source.is_column_major(),
                    .element_bytes = sizeof(T),
                    .conjugate = conjugation<T>(transfers.op()),
                    .triangle = by_rows ? transfers.moved().transposed() : transfers.moved()};
    const std::vector<PullSource> sources{
        {reinterpret_cast<const std::byte*>(source.data), source.ld()}};
    pull_into(target, pull, sources, stream);
  }

 private:
  const Route& route_;
  const Partner* own_;
  Mosaic rows_, cols_;
};

}  // namespace ashlar::detail
