// SPDX-License-Identifier: BSD-3-Clause
#include "ticks.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar::pictures {
namespace {

/// Step of an axis: mantissa 1, 2 or 5 times a power of ten.
struct Step {
  int mantissa = 1, exponent = 0;

  double size() const { return mantissa * std::pow(10.0, exponent); }
  Step next() const {
    if (mantissa == 5) return {1, exponent + 1};
    return {mantissa == 1 ? 2 : 5, exponent};
  }
};

/// First and last multiple of a step in a range. The slack includes rounded bounds.
struct Multiples {
  double first, last;

  Multiples(double low, double high, double step) {
    constexpr double slack = 1e-9;
    first = std::ceil(low / step - slack);
    last = std::floor(high / step + slack);
  }
  double count() const { return last - first + 1; }
};

void check_range(const char* function, double low, double high, int most) {
  constexpr double limit = 1e305;
  expect(low < high && std::abs(low) < limit && std::abs(high) < limit && most >= 2, function,
         ": from ", low, " to ", high, ", at most ", most,
         "; give finite numbers below 1e305, the smaller first, and at least 2 ticks");
}

/// Label computed with integers, so that 3 * 0.1 is 0.3.
std::string label_of(Index multiple, Step step) {
  if (multiple == 0 && step.exponent < -5) return "0";
  const Index value = multiple * step.mantissa;
  std::string digits = std::to_string(std::abs(value));
  const std::string sign = value < 0 ? "-" : "";
  const int magnitude = static_cast<int>(digits.size()) + step.exponent;
  if (value != 0 && (magnitude > 6 || magnitude < -3))
    return short_number(static_cast<double>(value) * std::pow(10.0, step.exponent));
  if (step.exponent >= 0) return sign + digits + std::string(value == 0 ? 0 : step.exponent, '0');
  const auto decimals = static_cast<std::size_t>(-step.exponent);
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  const std::string_view all = digits;
  const std::size_t whole = digits.size() - decimals;
  return concat(sign, all.substr(0, whole), ".", all.substr(whole));
}

std::string superscript(int number) {
  constexpr std::array<const char*, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(number))) text += digits[c - '0'];
  return text;
}

std::string label_of_power(int exponent) {
  if (exponent >= 0 && exponent <= 3) return concat("1", std::string(exponent, '0'));
  return concat("10", superscript(exponent));
}

std::vector<Tick> within_decades(double low, double high) {
  std::vector<Tick> ticks;
  for (int e = static_cast<int>(std::floor(std::log10(low))) - 1; std::pow(10.0, e) <= high; ++e)
    for (const int mantissa : {1, 2, 5}) {
      const Step step{mantissa, e};
      const double value = step.size();
      if (low * (1 - 1e-9) <= value && value <= high * (1 + 1e-9))
        ticks.push_back({value, label_of(1, step)});
    }
  return ticks;
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int most) {
  check_range("linear_ticks", low, high, most);
  const double width = high - low;
  Step step{1, static_cast<int>(std::floor(std::log10(width / most))) - 1};
  while (Multiples(low, high, step.size()).count() > most) step = step.next();

  const Multiples multiples(low, high, step.size());
  // Far from zero, multiples in a narrow range are not distinct.
  if (std::abs(multiples.first) > 1e15 || std::abs(multiples.last) > 1e15)
    return {{low, short_number(low)}, {high, short_number(high)}};
  std::vector<Tick> ticks;
  const auto last = static_cast<Index>(multiples.last);
  for (auto k = static_cast<Index>(multiples.first); k <= last; ++k)
    ticks.push_back({static_cast<double>(k) * step.size(), label_of(k, step)});
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, int most) {
  check_range("log_ticks", low, high, most);
  expect(low > 0, "log_ticks: from ", low, "; a logarithmic axis needs numbers above 0");
  const Multiples decades(std::log10(low), std::log10(high), 1);
  if (decades.count() < 3) {
    auto ticks = within_decades(low, high);
    return ticks.size() >= 2 ? ticks : linear_ticks(low, high, most);
  }
  const int every = static_cast<int>(std::ceil(decades.count() / most));
  std::vector<Tick> ticks;
  for (int e = static_cast<int>(decades.first); e <= decades.last; ++e)
    if (e % every == 0) ticks.push_back({std::pow(10.0, e), label_of_power(e)});
  return ticks;
}

std::string short_number(double value, int digits) {
  std::array<char, 64> text = {};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value == 0 ? 0.0 : value,
                                 std::chars_format::general, digits)
                       .ptr;
  return {text.data(), end};
}

}  // namespace ashlar::pictures
