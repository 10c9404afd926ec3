// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/layout/axis_volume.hpp>
#include <ashlar/layout/traffic_table.hpp>
#include <ashlar/layout/transfers.hpp>

#include "bytes_text.hpp"

namespace ashlar {
namespace {

/// Calls f(rank, position) for every rank of a grid.
template <class F>
void for_each_rank(const RankMap& ranks, F&& f) {
  for (int row = 0; row < ranks.grid().rows; ++row)
    for (int col = 0; col < ranks.grid().cols; ++col) {
      const Coord position{row, col};
      f(ranks.rank_of(position), position);
    }
}

void add_buffers(TransferSummary& sum, Index sent, Index received) {
  sum.max_sent = std::max(sum.max_sent, sent);
  sum.max_buffered = std::max(sum.max_buffered, sent + received);
}

void add_by_shares(TransferSummary& sum, const Transfers& moves) {
  const RankMap &source = moves.source().ranks(), &target = moves.target().ranks();
  for_each_rank(target, [&](int rank, Coord) {
    const Traffic t = moves.traffic_of(rank);
    sum.elements += t.received + t.kept;
    sum.elements_kept += t.kept;
    sum.messages += t.messages_in;
    sum.max_received = std::max(sum.max_received, t.received + t.kept);
    add_buffers(sum, t.sent, t.received);
  });
  for_each_rank(source, [&](int rank, Coord) {
    if (!target.coord_of(rank)) add_buffers(sum, moves.traffic_of(rank).sent, 0);
  });
}

/// Indices of the moved range on each process of one side.
std::vector<Index> totals_of(const Axis& axis, Index first, Index length) {
  std::vector<Index> totals;
  totals.reserve(static_cast<std::size_t>(axis.nprocs));
  for (int p = 0; p < axis.nprocs; ++p)
    totals.push_back(axis.local_count_below(p, first + length) - axis.local_count_below(p, first));
  return totals;
}

/// One dimension of a move without a triangle: what two processes exchange is the product of two.
struct Dimension {
  explicit Dimension(const AxisPairing& pair)
      : volume(pair, AxisVolume::Side::Source),
        sent(totals_of(pair.source, pair.source_first, pair.length)),
        received(totals_of(pair.target, pair.target_first, pair.length)) {}

  AxisVolume volume;
  std::vector<Index> sent, received;
};

Index at(const std::vector<Index>& totals, int p) { return totals[static_cast<std::size_t>(p)]; }

/// Without a triangle everything is a product of rows and columns, but for what a rank keeps: which
/// of its partners it is itself only the rank maps know.
void add_by_dimensions(TransferSummary& sum, const Transfers& moves) {
  const RankMap &source = moves.source().ranks(), &target = moves.target().ranks();
  const Dimension rows(moves.row_pairing()), cols(moves.col_pairing());
  const auto most = [](const std::vector<Index>& totals) {
    return *std::max_element(totals.begin(), totals.end());
  };
  const auto received_by = [&](Coord c) {
    return at(rows.received, c.row) * at(cols.received, c.col);
  };
  sum.elements = moves.row_pairing().length * moves.col_pairing().length;
  sum.messages = rows.volume.pairs() * cols.volume.pairs();
  sum.max_received = most(rows.received) * most(cols.received);
  const bool swap = is_transposing(moves.op());
  for_each_rank(source, [&](int rank, Coord position) {
    const Coord from = swap ? position.transposed() : position;
    const Index all_sent = at(rows.sent, from.row) * at(cols.sent, from.col);
    const auto to = target.coord_of(rank);
    if (!to) return add_buffers(sum, all_sent, 0);
    Index kept = rows.volume.between(from.row, to->row);
    if (kept > 0) kept *= cols.volume.between(from.col, to->col);
    sum.elements_kept += kept;
    if (kept > 0) --sum.messages;
    add_buffers(sum, all_sent - kept, received_by(*to) - kept);
  });
  for_each_rank(target, [&](int rank, Coord position) {
    if (!source.coord_of(rank)) add_buffers(sum, 0, received_by(position));
  });
}

std::string text_of(Op op, const Triangle& triangle) {
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

TransferSummary Transfers::summary(int element_bytes) const {
  TransferSummary sum;
  sum.element_bytes = element_bytes;
  if (moved_.uplo == Uplo::General) add_by_dimensions(sum, *this);
  else add_by_shares(sum, *this);
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
  return concat("from ", source_.to_string(), text_of(source_section_, source_.shape()), "\nto   ",
                target_.to_string(), text_of(target_section_, target_.shape()),
                text_of(op_, moved_), "\n", summary(element_bytes).to_string(),
                TrafficTable::fits(*this) ? TrafficTable(*this).to_string(element_bytes) : "");
}

}  // namespace ashlar
