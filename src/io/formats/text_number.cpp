// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/text_number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/index.hpp>

#include "base/instantiate.hpp"
#include "io/file_error.hpp"
#include "io/text_source.hpp"

namespace ashlar::io {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool starts_with(const char* first, const char* last, std::string_view small) {
  return last - first >= std::ssize(small) &&
         std::equal(small.begin(), small.end(), first,
                    [](char wanted, char c) { return wanted == small_letter(c); });
}

struct Parsed {
  const char* next;
  NumberFault fault = NumberFault::None;
};

/// True if an out-of-range number is too small, not too large.
bool is_tiny(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, e);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const auto leading = static_cast<Index>(digits.find_first_of("123456789"));
  Index exponent = 0;
  if (e < number.size()) {
    const bool has_plus = e + 1 < number.size() && number[e + 1] == '+';
    const char* const first = number.data() + e + 1 + (has_plus ? 1 : 0);
    if (std::from_chars(first, number.data() + number.size(), exponent).ec != std::errc())
      return *first == '-';
  }
  return exponent < leading - static_cast<Index>(point);
}

/// Parses a real or integer prefix of [first, last).
template <class R>
Parsed parse_part(const char* first, const char* last, R& value) {
  const bool has_plus = first < last && *first == '+';
  if (has_plus) ++first;
  const bool has_minus = first < last && *first == '-';
  if (has_plus && has_minus) return {first, NumberFault::Malformed};
  if constexpr (std::floating_point<R>) {
    const char* const start = first + (has_minus ? 1 : 0);
    if (start < last && !is_digit(*start) && *start != '.') {
      using Limits = std::numeric_limits<R>;
      const bool is_nan = starts_with(start, last, "nan");
      const std::ptrdiff_t length = starts_with(start, last, "infinity")        ? 8
                                    : is_nan || starts_with(start, last, "inf") ? 3
                                                                                : 0;
      value = is_nan ? Limits::quiet_NaN() : Limits::infinity();
      if (has_minus) value = -value;
      return {start + length, length > 0 ? NumberFault::None : NumberFault::Malformed};
    }
  }
  const auto [next, error] = std::from_chars(first, last, value);
  if (error == std::errc()) return {next};
  if (error != std::errc::result_out_of_range) return {next, NumberFault::Malformed};
  if constexpr (std::floating_point<R>) {
    if (is_tiny({first, static_cast<std::size_t>(next - first)})) {
      value = has_minus ? -R(0) : R(0);
      return {next};
    }
  }
  return {next, NumberFault::OutOfRange};
}

bool is_imaginary_unit(char c) { return c == 'j' || c == 'J' || c == 'i' || c == 'I'; }

/// 1, 2j or 1+2j; the imaginary part may have a sign, as in 1+-2j.
template <class R>
NumberFault parse_complex(const char* first, const char* last, std::complex<R>& value) {
  const bool has_brackets = last - first > 1 && *first == '(' && last[-1] == ')';
  if (has_brackets) ++first, --last;
  R real = 0, imaginary = 0;
  const Parsed a = parse_part(first, last, real);
  if (a.fault == NumberFault::Malformed) return a.fault;
  const char* next = a.next;
  NumberFault fault = a.fault;
  if (next < last && is_imaginary_unit(*next)) {
    imaginary = real;
    real = 0;
    ++next;
  } else if (next < last) {
    if (*next != '+' && *next != '-') return NumberFault::Malformed;
    if (last - next > 1 && next[0] == '+' && next[1] == '-') ++next;
    const Parsed b = parse_part(next, last, imaginary);
    if (b.fault == NumberFault::Malformed) return b.fault;
    if (b.next == last || !is_imaginary_unit(*b.next)) return NumberFault::Malformed;
    if (fault == NumberFault::None) fault = b.fault;
    next = b.next + 1;
  }
  if (next != last) return NumberFault::Malformed;
  value = {real, imaginary};
  return fault;
}

template <class R>
void append_part(std::string& text, R x) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x);
  text.append(buffer.data(), end);
}

}  // namespace

template <Element T>
NumberFault parse_number(std::string_view word, T& value) {
  const char *const first = word.data(), *const last = first + word.size();
  if constexpr (is_complex<T>) {
    return parse_complex(first, last, value);
  } else {
    const Parsed parsed = parse_part(first, last, value);
    return parsed.fault == NumberFault::Malformed || parsed.next == last ? parsed.fault
                                                                         : NumberFault::Malformed;
  }
}

std::string number_refusal(NumberFault fault, std::string_view word, DType dtype) {
  if (fault == NumberFault::OutOfRange)
    return concat(in_quotes(word), " is out of the range of ", to_string(dtype));
  return concat(in_quotes(word), " is not a number of type ", to_string(dtype));
}

template <Element T>
void append_number(std::string& text, T x, char between) {
  if constexpr (is_complex<T>) {
    append_part(text, x.real());
    const std::size_t at = text.size();
    append_part(text, x.imag());
    if (between != '+' || text[at] != '-') text.insert(at, 1, between);
  } else {
    append_part(text, x);
  }
}

#define ASHLAR_INSTANTIATE(T)                                   \
  template NumberFault parse_number(std::string_view word, T&); \
  template void append_number(std::string&, T, char);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::io
