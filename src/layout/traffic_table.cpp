// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/traffic_table.hpp>

#include <algorithm>
#include <string_view>

#include <ashlar/base/expect.hpp>

#include "bytes_text.hpp"

namespace ashlar {
namespace {

Index ranks_of(const Transfers& moves) {
  return std::max(moves.source().ranks().required_size(), moves.target().ranks().required_size());
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

}  // namespace

bool TrafficTable::fits(const Transfers& moves) { return ranks_of(moves) <= most_ranks; }

TrafficTable::TrafficTable(const Transfers& moves) : ranks_(0) {
  expect(fits(moves), "traffic table: ", ranks_of(moves), " ranks are more than ", most_ranks,
         "; look at the summary, or at the traffic of one rank");
  ranks_ = static_cast<int>(ranks_of(moves));
  elements_.assign(static_cast<std::size_t>(ranks_) * static_cast<std::size_t>(ranks_), 0);
  for (int from = 0; from < ranks_; ++from) {
    const Share share = moves.sent_by(from);
    for (const Box& to : share.boxes())
      elements_[static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks_) +
                static_cast<std::size_t>(to.rank)] += to.elements;
  }
}

std::string TrafficTable::to_string(int element_bytes) const {
  constexpr std::string_view shades = " .:-=+*#%@";
  constexpr int most_numbers = 8;
  const Index most = elements_.empty() ? 0 : *std::max_element(elements_.begin(), elements_.end());
  const bool in_numbers = ranks_ <= most_numbers;
  const std::size_t width = in_numbers ? 12 : 1;
  const auto cell = [&](Index elements) -> std::string {
    if (in_numbers)
      return elements == 0 ? "-"
                           : detail::bytes_text(static_cast<double>(elements) * element_bytes);
    if (elements == 0) return " ";
    const auto steps = static_cast<double>(shades.size() - 2);
    const auto shade = 1 + static_cast<double>(elements) / static_cast<double>(most) * steps;
    return std::string(1, shades[static_cast<std::size_t>(shade)]);
  };
  std::string text =
      in_numbers ? "from rank (down) to rank (across):\n      "
                 : concat("from rank (down) to rank (across), @ is ",
                          detail::bytes_text(static_cast<double>(most) * element_bytes), ":\n");
  if (in_numbers) {
    for (int to = 0; to < ranks_; ++to) text += padded(concat(to), width);
    text += '\n';
  }
  for (int from = 0; from < ranks_; ++from) {
    text += padded(concat(from), 4) + (in_numbers ? "  " : " |");
    for (int to = 0; to < ranks_; ++to) text += padded(cell(elements(from, to)), width);
    text += in_numbers ? "\n" : "|\n";
  }
  return text;
}

}  // namespace ashlar
