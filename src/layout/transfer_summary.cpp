// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdio>

#include <ashlar/base/concat.hpp>
#include <ashlar/layout/traffic_map.hpp>
#include <ashlar/layout/transfers.hpp>

#include "bytes_text.hpp"
#include "rank_loads.hpp"

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

}  // namespace ashlar
