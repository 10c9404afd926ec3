// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/transfers.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/move_cost.hpp>
#include <ashlar/layout/traffic_map.hpp>

#include "checked_section.hpp"
#include "drawing_parts.hpp"
#include "rank_loads.hpp"
#include "share_builder.hpp"

namespace ashlar {
namespace {

std::string text_of(Op op, const detail::Triangle& triangle) {
  std::string text;
  if (op != Op::None) text += concat(", ", to_string(op));
  if (triangle.uplo != Uplo::General)
    text += concat(", ", to_string(triangle.uplo), " triangle from diagonal ", triangle.diagonal);
  return text;
}

std::string text_of(const Section& section, Shape shape) {
  if (section == Section::all(shape)) return "";
  return concat(", rows ", section.rows.first, ":", section.rows.last, ", columns ",
                section.cols.first, ":", section.cols.last);
}

}  // namespace

Transfers::Transfers(const Layout& source, const Layout& target, const TransferOptions& options)
    : source_(source),
      target_(target),
      part_(detail::checked_part(source.shape(), target.shape(), options)) {
  // An empty move needs no runs, despite long dimensions.
  const Shape to = part_.moved.leading_part(shape());
  const bool swap = is_transposing(op());
  rows_ = {swap ? source_.cols() : source_.rows(),
           swap ? part_.source.cols.first : part_.source.rows.first, target_.rows(),
           part_.target.rows.first, to.rows};
  cols_ = {swap ? source_.rows() : source_.cols(),
           swap ? part_.source.rows.first : part_.source.cols.first, target_.cols(),
           part_.target.cols.first, to.cols};
}

bool Transfers::is_between(const Layout& source, const Layout& target,
                           const TransferOptions& options) const {
  return source_ == source && target_ == target &&
         part_ == detail::checked_part(source.shape(), target.shape(), options);
}

detail::Share Transfers::share_of(std::vector<detail::AxisShare> rows,
                                  std::vector<detail::AxisShare> cols, bool sending) const {
  detail::ShareBuilder builder(sending, part_.moved);
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

Traffic Transfers::traffic_of(int rank) const { return detail::traffic_of(*this, rank); }

TransferSummary Transfers::summary(int element_bytes) const {
  TransferSummary sum;
  sum.element_bytes = element_bytes;
  const detail::MoveTotals totals =
      detail::visit_loads(*this, detail::PartnerCount::None, [&](const detail::RankLoad& load) {
        sum.elements_kept += load.kept;
        sum.max_sent = std::max(sum.max_sent, load.sent);
        sum.max_received = std::max(sum.max_received, load.received + load.kept);
        sum.max_buffered = std::max(sum.max_buffered, load.sent + load.received);
      });
  sum.elements = totals.elements;
  sum.messages = totals.messages;
  if (sum.elements > 0)
    sum.imbalance = static_cast<double>(sum.max_received) *
                    static_cast<double>(target_.grid().size()) / static_cast<double>(sum.elements);
  return sum;
}

std::string TransferSummary::to_string() const {
  const auto bytes = [&](Index count) {
    return detail::bytes_text(static_cast<double>(count) * element_bytes);
  };
  char imbalance_text[32];
  std::snprintf(imbalance_text, sizeof imbalance_text, "%.2f", imbalance);
  return concat("messages        ", messages, "\nbytes moved     ", bytes(elements - elements_kept),
                "\nbytes that stay ", bytes(elements_kept), "\nimbalance       ", imbalance_text,
                " (most that a rank receives over the mean)\nbusiest rank    ", bytes(max_buffered),
                " sent and received together\n");
}

std::string Transfers::to_string(int element_bytes) const {
  const auto table = TrafficMap::of_each_rank(*this);
  return concat("from ", source_.to_string(), text_of(part_.source, source_.shape()), "\nto   ",
                target_.to_string(), text_of(part_.target, target_.shape()),
                text_of(part_.op, part_.moved), "\n", summary(element_bytes).to_string(),
                table ? table->to_string(element_bytes) : "");
}

MoveCost cost_of(const Transfers& moves, int element_bytes, const Network& network) {
  expect(network.latency_s >= 0 && network.bytes_per_s > 0, "cost_of: the latency is ",
         network.latency_s, " s and the bandwidth ", network.bytes_per_s,
         " bytes per second, but must be at least 0 and above 0");
  MoveCost most;
  bool is_first = true;
  detail::visit_loads(moves, detail::PartnerCount::OfEachRank, [&](const detail::RankLoad& load) {
    const Index bytes = (load.sent + load.received) * element_bytes;
    const double seconds = static_cast<double>(load.messages) * network.latency_s +
                           static_cast<double>(bytes) / network.bytes_per_s;
    const bool is_more =
        seconds > most.seconds || (seconds == most.seconds && load.rank < most.rank);
    if (is_first || is_more) most = {seconds, load.rank, load.messages, bytes};
    is_first = false;
  });
  return most;
}

}  // namespace ashlar
