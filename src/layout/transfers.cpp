// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/transfers.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

#include <ashlar/base/checked_int.hpp>

#include "checked_section.hpp"

namespace ashlar {
namespace {

/// "12.3 MiB"
std::string bytes_text(double bytes) {
  static constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  int unit = 0;
  while (bytes >= 1024 && unit < 6) {
    bytes /= 1024;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
  return text;
}

/// Calls f(rank) for every rank of a grid.
template <class F>
void for_each_rank(const RankMap& ranks, F&& f) {
  for (int row = 0; row < ranks.grid().rows; ++row)
    for (int col = 0; col < ranks.grid().cols; ++col) f(ranks.rank_of({row, col}));
}

}  // namespace

Share::Share(std::vector<AxisShare> rows, std::vector<AxisShare> cols)
    : rows_(std::move(rows)), cols_(std::move(cols)) {}

Transfers::Transfers(const Layout& source, const Layout& target, const TransferOptions& options)
    : source_(source),
      target_(target),
      op_(options.op),
      source_section_(detail::checked_section(options.source, source.shape(), "source")),
      target_section_(detail::checked_section(options.target, target.shape(), "target")) {
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

TransferSummary Transfers::summary(int element_bytes) const {
  TransferSummary sum;
  sum.element_bytes = element_bytes;
  const auto add_buffers = [&](const Traffic& t) {
    sum.max_sent = std::max(sum.max_sent, t.sent);
    sum.max_buffered = std::max(sum.max_buffered, t.sent + t.received);
  };
  for_each_rank(target_.ranks(), [&](int rank) {
    const Traffic t = traffic_of(rank);
    sum.elements += t.received + t.kept;
    sum.elements_kept += t.kept;
    sum.messages += t.messages_in;
    sum.max_received = std::max(sum.max_received, t.received + t.kept);
    add_buffers(t);
  });
  for_each_rank(source_.ranks(), [&](int rank) {
    if (!target_.ranks().coord_of(rank)) add_buffers(traffic_of(rank));
  });
  if (sum.elements > 0)
    sum.imbalance = static_cast<double>(sum.max_received) *
                    static_cast<double>(target_.grid().size()) / static_cast<double>(sum.elements);
  return sum;
}

std::string TransferSummary::to_string() const {
  const auto bytes = [&](Index count) {
    return bytes_text(static_cast<double>(count) * element_bytes);
  };
  char imbalance_text[32];
  std::snprintf(imbalance_text, sizeof imbalance_text, "%.2f", imbalance);
  return concat("messages        ", messages, "\nbytes moved     ", bytes(elements - elements_kept),
                "\nbytes that stay ", bytes(elements_kept), "\nimbalance       ", imbalance_text,
                " (1 is even)\npeak buffers    ", bytes(max_buffered), " on one rank\n");
}

}  // namespace ashlar
