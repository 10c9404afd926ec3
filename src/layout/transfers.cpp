// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/transfers.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <ashlar/base/checked_int.hpp>

#include "checked_section.hpp"
#include "share_builder.hpp"
#include "traffic_of_shares.hpp"

namespace ashlar {

Transfers::Transfers(const Layout& source, const Layout& target, const TransferOptions& options)
    : source_(source),
      target_(target),
      op_(options.op),
      source_section_(detail::checked_section(options.source, source.shape(), "source")),
      target_section_(detail::checked_section(options.target, target.shape(), "target")) {
  detail::check_letters(options.op, options.uplo, options.diag);
  const Shape to = target_section_.shape();
  detail::check_shapes(source_section_.shape(), to, is_transposing(op_));
  checked_product(to.rows, to.cols, "move: the number of elements");
  const bool is_empty = to.rows == 0 || to.cols == 0;
  // Diagonals beyond the corners are equivalent; the bound excludes overflow of index sums.
  triangle_ = {options.uplo, is_empty ? 0 : std::clamp(options.diagonal, -to.rows, to.cols)};
  moved_ = options.diag == Diag::Unit ? triangle_.strict() : triangle_;
  // An empty move needs no runs, despite long dimensions.
  const bool swap = is_transposing(op_);
  rows_ = {swap ? source_.cols() : source_.rows(),
           swap ? source_section_.cols.first : source_section_.rows.first, target_.rows(),
           target_section_.rows.first, is_empty ? 0 : to.rows};
  cols_ = {swap ? source_.rows() : source_.cols(),
           swap ? source_section_.rows.first : source_section_.cols.first, target_.cols(),
           target_section_.cols.first, is_empty ? 0 : to.cols};
}

Share Transfers::share_of(std::vector<AxisShare> rows, std::vector<AxisShare> cols,
                          bool sending) const {
  ShareBuilder builder(sending ? ShareBuilder::End::Sender : ShareBuilder::End::Receiver, moved_);
  const RankMap& others = (sending ? target_ : source_).ranks();
  const bool swap = !sending && is_transposing(op_);
  const Cell::Shares along_rows = builder.keep(std::move(rows));
  const Cell::Shares along_cols = builder.keep(std::move(cols));
  builder.add(0, {along_rows, along_cols}, 1, [&](const DimList& at, int /*copy*/) {
    const Coord coord{at[0], at[1]};
    return std::optional(ShareBuilder::Place{others.rank_of(swap ? coord.transposed() : coord), 0});
  });
  return std::move(builder).finish();
}

Share Transfers::sent_by(int rank) const {
  auto coord = source_.ranks().coord_of(rank);
  if (!coord) return {};
  if (is_transposing(op_)) coord = coord->transposed();
  return share_of(rows_.from_source(coord->row), cols_.from_source(coord->col), true);
}

Share Transfers::received_by(int rank) const {
  const auto coord = target_.ranks().coord_of(rank);
  if (!coord) return {};
  return share_of(rows_.into_target(coord->row), cols_.into_target(coord->col), false);
}

Traffic Transfers::traffic_of(int rank) const {
  const Share sends = sent_by(rank), receives = received_by(rank);
  return detail::traffic_of_shares(sends, receives, rank);
}

}  // namespace ashlar
