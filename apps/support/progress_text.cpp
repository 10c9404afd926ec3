// SPDX-License-Identifier: BSD-3-Clause
#include "support/progress_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <ashlar/base/concat.hpp>

namespace ashlar::apps {
namespace {

std::string rounded(double value, int decimals) {
  std::array<char, 400> text;  // the largest double has 309 digits
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

}  // namespace

std::string amount_text(double amount, const std::string& unit) {
  constexpr const char* bytes[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  constexpr const char* flops[] = {"flop", "kflop", "Mflop", "Gflop", "Tflop", "Pflop"};
  if (unit != "bytes" && unit != "flops") return rounded(amount, 0) + " " + unit;
  const auto& names = unit == "bytes" ? bytes : flops;
  const double step = unit == "bytes" ? 1024 : 1000;
  std::size_t name = 0;
  for (; amount >= step && name + 1 < std::size(names); ++name) amount /= step;
  return rounded(amount, name == 0 ? 0 : 1) + " " + names[name];
}

std::string duration_text(double seconds) {
  constexpr double ten = 10;
  constexpr long long minute = 60, hour = 60 * minute;
  if (seconds < ten) return rounded(seconds, 1) + " s";
  const long long whole = std::llround(std::min(seconds, 1e15));
  if (whole < minute) return concat(whole, " s");
  if (whole < hour) return concat(whole / minute, " min ", whole % minute, " s");
  return concat(whole / hour, " h ", whole % hour / minute, " min");
}

std::string progress_text(const Progress& progress, double seconds) {
  constexpr double least_for_a_rate = 0.1;
  constexpr double percent = 100;
  const auto done = static_cast<double>(progress.done), total = static_cast<double>(progress.total);
  const double rate = seconds >= least_for_a_rate ? done / seconds : 0;
  std::string text = progress.total > 0
                         ? rounded(std::floor(percent * std::min(1.0, done / total)), 0) +
                               " % of " + amount_text(total, progress.unit)
                         : amount_text(done, progress.unit);
  if (rate <= 0) return text;
  text += ", " + amount_text(rate, progress.unit) + "/s";
  if (progress.done < progress.total) text += ", " + duration_text((total - done) / rate) + " left";
  return text;
}

}  // namespace ashlar::apps
