// SPDX-License-Identifier: BSD-3-Clause
#include "numpy_text.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

namespace ashlar::apps {
namespace {

/// Digits of a number: "-12", "5", and an optional exponent "+03".
struct Parts {
  std::string whole, fraction, exponent;
};

Parts parts_of(const std::string& text) {
  Parts parts;
  const std::size_t e = text.find('e');
  const std::string mantissa = text.substr(0, e);
  const std::size_t point = mantissa.find('.');
  parts.whole = mantissa.substr(0, point);
  if (point != std::string::npos) parts.fraction = mantissa.substr(point + 1);
  if (e != std::string::npos) parts.exponent = text.substr(e + 1);
  return parts;
}

void trim_zeros(std::string& fraction) {
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
}

/// Shortest digits that identify a finite number, at most `digits` after the point.
template <class R>
Parts fixed_parts(R x, int digits, bool plus) {
  const Parts shortest = parts_of(fmt::format("{}", x));
  const int exponent = shortest.exponent.empty() ? 0 : std::stoi(shortest.exponent);
  const int behind = std::max(0, static_cast<int>(shortest.fraction.size()) - exponent);
  Parts parts = parts_of(
      fmt::format(fmt::runtime(plus ? "{:+.{}f}" : "{:.{}f}"), x, std::min(behind, digits)));
  trim_zeros(parts.fraction);
  return parts;
}

template <class R>
Parts exponent_parts(R x, int digits, bool plus) {
  // The round-trip text has the fewest digits.
  std::string significant;
  for (const char c : fmt::format("{}", x)) {
    if (c == 'e') break;
    if ('0' <= c && c <= '9' && !(significant.empty() && c == '0')) significant += c;
  }
  trim_zeros(significant);
  const int behind = std::min(digits, std::max(0, static_cast<int>(significant.size()) - 1));
  Parts parts = parts_of(fmt::format(fmt::runtime(plus ? "{:+.{}e}" : "{:.{}e}"), x, behind));
  trim_zeros(parts.fraction);
  return parts;
}

/// Common style of all numbers of an array.
struct Style {
  bool has_exponent = false;
  std::size_t before = 0, behind = 0, exponent = 0;  // characters before and after the point
};

template <class R>
bool needs_exponent(std::span<const R> numbers) {
  R most = 0, least = 0;
  for (const R x : numbers) {
    const R size = std::abs(x);
    if (!std::isfinite(x) || size == 0) continue;
    most = std::max(most, size);
    least = least == 0 ? size : std::min(least, size);
  }
  constexpr R large = static_cast<R>(1e8), ratio = 1000;
  return most != 0 && (most >= large || static_cast<double>(least) < 1e-4 || most / least > ratio);
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

template <class R>
class RealTexts {
 public:
  /// @param plus  also sign non-negative numbers
  RealTexts(std::span<const R> numbers, int digits, bool plus) : plus_(plus) {
    style_.has_exponent = needs_exponent(numbers);
    bool has_other = false, has_minus_infinity = false;
    for (const R x : numbers) {
      if (!std::isfinite(x)) {
        has_other = true;
        has_minus_infinity = has_minus_infinity || (std::isinf(x) && x < 0);
        continue;
      }
      const Parts parts =
          style_.has_exponent ? exponent_parts(x, digits, plus) : fixed_parts(x, digits, plus);
      style_.before = std::max(style_.before, parts.whole.size());
      style_.behind = std::max(style_.behind, parts.fraction.size());
      style_.exponent = std::max(style_.exponent, parts.exponent.size());
    }
    digits_ = static_cast<int>(style_.behind);
    if (!has_other) return;
    const std::size_t rest = 1 + tail();
    const std::size_t widest = 3 + (plus || has_minus_infinity ? 1U : 0U);
    for (const std::size_t other : {std::size_t{3}, widest})
      if (other > rest) style_.before = std::max(style_.before, other - rest);
  }

  std::string text(R x) const {
    if (!std::isfinite(x)) {
      std::string word = std::isnan(x) ? "nan" : "inf";
      if (std::isinf(x) && x < 0) word.insert(word.begin(), '-');
      else if (plus_) word.insert(word.begin(), '+');
      return padded(word, style_.before + 1 + tail());
    }
    Parts parts =
        style_.has_exponent ? exponent_parts(x, digits_, plus_) : fixed_parts(x, digits_, plus_);
    if (style_.has_exponent) {
      parts.fraction.resize(style_.behind, '0');
      // A sign, and zeros up to the longest exponent.
      const std::string power = parts.exponent.substr(1);
      return padded(parts.whole, style_.before) + "." + parts.fraction + "e" + parts.exponent[0] +
             std::string(style_.exponent - 1 - power.size(), '0') + power;
    }
    parts.fraction.resize(style_.behind, ' ');
    return padded(parts.whole, style_.before) + "." + parts.fraction;
  }

 private:
  /// Characters after the point.
  std::size_t tail() const {
    return style_.behind + (style_.has_exponent ? 1 + style_.exponent : 0);
  }

  bool plus_;
  Style style_;
  int digits_ = 0;
};

template <class R>
std::vector<std::string> complex_texts(std::span<const std::complex<R>> numbers, int digits) {
  std::vector<R> real, imag;
  for (const auto& x : numbers) {
    real.push_back(x.real());
    imag.push_back(x.imag());
  }
  const RealTexts<R> reals(real, digits, false), imags(imag, digits, true);
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < real.size(); ++k) {
    std::string part = imags.text(imag[k]);
    part.insert(part.find_last_not_of(' ') + 1, 1, 'j');
    texts.push_back(reals.text(real[k]) + part);
  }
  return texts;
}

/// One row, with line breaks between words.
std::string line_of(std::span<const std::string> words, std::size_t gap, const std::string& indent,
                    std::size_t width) {
  std::string text, line = indent;
  const auto add = [&](const std::string& word) {
    if (line.size() + word.size() > width && line.size() > indent.size()) {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
      line = indent;
    }
    line += word;
  };
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (gap != 0 && k == gap) {
      add("...");
      line += ' ';
    }
    add(words[k]);
    if (k + 1 < words.size()) line += ' ';
  }
  text += line;
  return fmt::format("[{}]", text.substr(indent.size()));
}

}  // namespace

template <Element T>
std::vector<std::string> number_texts(std::span<const T> numbers, int digits) {
  std::vector<std::string> texts;
  if constexpr (is_complex<T>) {
    return complex_texts(numbers, digits);
  } else if constexpr (Scalar<T>) {
    const RealTexts<T> all(numbers, digits, false);
    for (const T x : numbers) texts.push_back(all.text(x));
  } else {
    std::size_t width = 0;
    for (const T x : numbers) {
      texts.push_back(fmt::format("{}", x));
      width = std::max(width, texts.back().size());
    }
    for (std::string& text : texts) text = padded(text, width);
  }
  return texts;
}

std::string brackets(const ShownArray& array) {
  // Each dimension adds a bracket to the last line.
  constexpr std::size_t width = 75;
  const std::span<const std::string> words = array.words;
  if (array.is_vector) return line_of(words, array.col_gap, " ", width - 1);
  const std::size_t rows = array.cols == 0 ? 0 : words.size() / array.cols;
  std::string text = "[";
  for (std::size_t i = 0; i < rows; ++i) {
    if (i > 0) text += "\n ";
    if (array.row_gap != 0 && i == array.row_gap) text += "...\n ";
    text += line_of(words.subspan(i * array.cols, array.cols), array.col_gap, "  ", width - 2);
  }
  return text + "]";
}

template std::vector<std::string> number_texts(std::span<const float>, int);
template std::vector<std::string> number_texts(std::span<const double>, int);
template std::vector<std::string> number_texts(std::span<const c64>, int);
template std::vector<std::string> number_texts(std::span<const c128>, int);
template std::vector<std::string> number_texts(std::span<const std::int8_t>, int);
template std::vector<std::string> number_texts(std::span<const std::int16_t>, int);
template std::vector<std::string> number_texts(std::span<const std::int32_t>, int);
template std::vector<std::string> number_texts(std::span<const std::int64_t>, int);
template std::vector<std::string> number_texts(std::span<const std::uint8_t>, int);
template std::vector<std::string> number_texts(std::span<const std::uint16_t>, int);
template std::vector<std::string> number_texts(std::span<const std::uint32_t>, int);
template std::vector<std::string> number_texts(std::span<const std::uint64_t>, int);

}  // namespace ashlar::apps
