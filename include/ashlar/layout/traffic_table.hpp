// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <ashlar/layout/transfers.hpp>

namespace ashlar {

/// Dense table of the elements that each rank sends to each, for so few ranks that a person can
/// look at it.
class TrafficTable {
 public:
  static constexpr int most_ranks = 64;

  /// True if the ranks of both layouts are so few.
  static bool fits(const Transfers& moves);

  /// @throws ArgumentError if it does not fit
  explicit TrafficTable(const Transfers& moves);

  int ranks() const { return ranks_; }
  /// Elements that go from rank `from` to rank `to`; with from = to, those that stay.
  Index elements(int from, int to) const {
    return elements_[static_cast<std::size_t>(from) * static_cast<std::size_t>(ranks_) +
                     static_cast<std::size_t>(to)];
  }

  /// Up to 8 ranks in bytes, beyond as shades from " " (nothing) to "@" (the largest).
  std::string to_string(int element_bytes) const;

 private:
  int ranks_;
  std::vector<Index> elements_;
};

}  // namespace ashlar
