// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/transfers.hpp>

#include <algorithm>
#include <utility>

#include <ashlar/base/checked_int.hpp>

#include "checked_section.hpp"

namespace ashlar {

Share::Share(std::vector<AxisShare> rows, std::vector<AxisShare> cols)
    : rows_(std::move(rows)), cols_(std::move(cols)) {}

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
  // Diagonals beyond the corners all mean the same; bounded, no sum of indices can overflow.
  triangle_ = {options.uplo, is_empty ? 0 : std::clamp(options.diagonal, -to.rows, to.cols)};
  moved_ = options.diag == Diag::Unit ? triangle_.strict() : triangle_;
  // Of nothing nothing moves, however long the other dimension is: it has no runs to look for.
  const bool swap = is_transposing(op_);
  rows_ = {swap ? source_.cols() : source_.rows(),
           swap ? source_section_.cols.first : source_section_.rows.first, target_.rows(),
           target_section_.rows.first, is_empty ? 0 : to.rows};
  cols_ = {swap ? source_.rows() : source_.cols(),
           swap ? source_section_.rows.first : source_section_.cols.first, target_.cols(),
           target_section_.cols.first, is_empty ? 0 : to.cols};
}

Share Transfers::finish(std::vector<AxisShare> rows, std::vector<AxisShare> cols,
                        bool sending) const {
  Share share(std::move(rows), std::move(cols));
  share.partners_.reserve(share.rows_.size() * share.cols_.size());
  for (const AxisShare& col : share.cols_) {
    for (const AxisShare& row : share.rows_) {
      const Index elements = moved_.count(row.runs, col.runs);
      if (elements == 0) continue;
      const Coord coord{row.coord, col.coord};
      const int rank =
          sending ? target_.ranks().rank_of(coord)
                  : source_.ranks().rank_of(is_transposing(op_) ? coord.transposed() : coord);
      share.partners_.push_back({rank, &row.runs, &col.runs, elements});
    }
  }
  return share;
}

Share Transfers::sends_of(int rank) const {
  auto coord = source_.ranks().coord_of(rank);
  if (!coord) return {};
  if (is_transposing(op_)) coord = coord->transposed();
  return finish(rows_.from_source(coord->row), cols_.from_source(coord->col), true);
}

Share Transfers::receives_of(int rank) const {
  const auto coord = target_.ranks().coord_of(rank);
  if (!coord) return {};
  return finish(rows_.into_target(coord->row), cols_.into_target(coord->col), false);
}

Traffic Transfers::traffic_of(int rank) const {
  Traffic traffic;
  const Share sends = sends_of(rank), receives = receives_of(rank);
  for (const Partner& to : sends.partners()) {
    if (to.rank == rank) {
      traffic.kept = to.elements;
    } else {
      traffic.sent += to.elements;
      ++traffic.messages_out;
    }
  }
  for (const Partner& from : receives.partners()) {
    if (from.rank == rank) continue;
    traffic.received += from.elements;
    ++traffic.messages_in;
  }
  return traffic;
}

}  // namespace ashlar
