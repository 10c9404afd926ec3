// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace ashlar::pictures {

struct Tick {
  double value = 0;
  std::string label;

  friend bool operator==(const Tick&, const Tick&) = default;
};

/// Multiples from `low` to `high` of the smallest 1, 2 or 5 times a power of ten that gives at most
/// `most`. Labels are exact, with equal decimals. Pure.
/// @throws ArgumentError  unless low < high, both finite and below 1e305, and most >= 2
/// @example linear_ticks(0, 10, 6): 0 2 4 6 8 10;  linear_ticks(-0.3, 0.31, 4): -0.2 0.0 0.2
std::vector<Tick> linear_ticks(double low, double high, int most);

/// Powers of ten from `low` to `high`, every second or third if there are more than `most`; within
/// two decades also 2 and 5 times them; within a factor of two those of linear_ticks.
/// @throws ArgumentError  as linear_ticks, and unless 0 < low
/// @example log_ticks(1, 1000, 6): 1 10 100 1000;  log_ticks(1e-8, 1, 6): 10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻² 1
std::vector<Tick> log_ticks(double low, double high, int most);

/// Number with at most `digits` digits and a decimal point in every locale: 0.25, 1e-12.
std::string short_number(double value, int digits = 6);

}  // namespace ashlar::pictures
