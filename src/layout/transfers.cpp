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
      part_(detail::checked_part(source.shape(), target.shape(), options)) {
  const Shape to = shape();
  const bool swap = is_transposing(op());
  // An empty move needs no runs, despite long dimensions.
  rows_ = {swap ? source_.cols() : source_.rows(),
           swap ? part_.source.cols.first : part_.source.rows.first, target_.rows(),
           part_.target.rows.first, to.empty() ? 0 : to.rows};
  cols_ = {swap ? source_.rows() : source_.cols(),
           swap ? part_.source.rows.first : part_.source.cols.first, target_.cols(),
           part_.target.cols.first, to.empty() ? 0 : to.cols};
}

bool Transfers::is_between(const Layout& source, const Layout& target,
                           const TransferOptions& options) const {
  return source_ == source && target_ == target &&
         part_ == detail::checked_part(source.shape(), target.shape(), options);
}

detail::Share Transfers::share_of(std::vector<detail::AxisShare> rows,
                                  std::vector<detail::AxisShare> cols, bool sending) const {
  detail::ShareBuilder builder(
      sending ? detail::ShareBuilder::End::Sender : detail::ShareBuilder::End::Receiver,
      part_.moved);
  const RankMap& others = (sending ? target_ : source_).ranks();
  const bool swap = !sending && is_transposing(part_.op);
  const detail::Cell::Shares along_rows = builder.keep(std::move(rows));
  const detail::Cell::Shares along_cols = builder.keep(std::move(cols));
  builder.add(0, {along_rows, along_cols}, 1, [&](const detail::DimList& at, int /*copy*/) {
    const Coord coord{at[0], at[1]};
    return std::optional(
        detail::ShareBuilder::Place{others.rank_of(swap ? coord.transposed() : coord), 0});
  });
  return std::move(builder).finish();
}

detail::Share Transfers::sent_by(int rank) const {
  auto coord = source_.ranks().coord_of(rank);
  if (!coord) return {};
  if (is_transposing(part_.op)) coord = coord->transposed();
  return share_of(rows_.from_source(coord->row), cols_.from_source(coord->col), true);
}

detail::Share Transfers::received_by(int rank) const {
  const auto coord = target_.ranks().coord_of(rank);
  if (!coord) return {};
  return share_of(rows_.into_target(coord->row), cols_.into_target(coord->col), false);
}

Traffic Transfers::traffic_of(int rank) const {
  const detail::Share sends = sent_by(rank), receives = received_by(rank);
  return detail::traffic_of_shares(sends, receives, rank);
}

}  // namespace ashlar
