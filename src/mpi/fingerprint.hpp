// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <charconv>
#include <complex>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/layout/layout.hpp>

// Fingerprints of arguments for comparison over ranks: a hash, and a text for messages. Higher
// floors overload add_same and same_text.

namespace ashlar {

class Fingerprint {
 public:
  std::uint64_t value() const { return state_; }
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15U;
    state_ ^= state_ >> 32U;
  }

 private:
  std::uint64_t state_ = 0x2545F4914F6CDD1DU;
};

template <class T>
concept Countable = std::integral<T> || std::is_enum_v<T>;

template <Countable T>
void add_same(Fingerprint& print, T value) {
  print.add(static_cast<std::uint64_t>(value));
}
template <std::floating_point T>
void add_same(Fingerprint& print, T value) {
  print.add(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
}
template <std::floating_point T>
void add_same(Fingerprint& print, const std::complex<T>& value) {
  add_same(print, value.real());
  add_same(print, value.imag());
}
inline void add_same(Fingerprint& print, std::string_view text) {
  print.add(text.size());
  for (const char c : text) print.add(static_cast<unsigned char>(c));
}
inline void add_same(Fingerprint& print, const Range& range) {
  add_same(print, range.first);
  add_same(print, range.last);
}
inline void add_same(Fingerprint& print, const Shape& shape) {
  add_same(print, shape.rows);
  add_same(print, shape.cols);
}
inline void add_same(Fingerprint& print, const Section& section) {
  add_same(print, section.rows);
  add_same(print, section.cols);
}
inline void add_same(Fingerprint& print, const RankMap& ranks) {
  add_same(print, ranks.grid().rows);
  for (const int rank : detail::ranks_in_order(ranks, GridOrder::Column)) add_same(print, rank);
}
inline void add_same(Fingerprint& print, const Layout& layout) {
  for (const Axis& axis : {layout.rows(), layout.cols()}) {
    add_same(print, axis.extent);
    add_same(print, axis.block);
    add_same(print, axis.source);
  }
  add_same(print, layout.ranks());
}
template <class T>
void add_same(Fingerprint& print, std::span<const T> values) {
  print.add(values.size());
  for (const T& value : values) add_same(print, value);
}
template <class T>
void add_same(Fingerprint& print, const std::vector<T>& values) {
  add_same(print, std::span<const T>(values));
}
template <class T>
void add_same(Fingerprint& print, const std::optional<T>& value) {
  print.add(value.has_value() ? 1 : 0);
  if (value) add_same(print, *value);
}
inline void add_same(Fingerprint& print, const detail::ElementType& type) {
  add_same(print, type.size());
  add_same(print, type.dtype());
}

/// Text of a value without a name.
template <Countable T>
std::string same_number(T value) {
  return concat("number ", static_cast<long long>(value));
}
/// Text of a value, or name of an enumerator. Enumerations without to_string have an overload
/// beside their options.
template <Countable T>
std::string same_text(T value) {
  if constexpr (std::is_same_v<T, bool>) return value ? "yes" : "no";
  else if constexpr (requires { to_string(value); }) return std::string(to_string(value));
  else {
    static_assert(std::integral<T>, "give the enumerators names by an overload of same_text");
    return concat(static_cast<long long>(value));
  }
}
template <std::floating_point T>
std::string same_text(T value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};  // shortest exact digits
}
template <std::floating_point T>
std::string same_text(const std::complex<T>& value) {
  return concat("(", same_text(value.real()), ", ", same_text(value.imag()), ")");
}
inline std::string same_text(std::string_view text) { return concat("'", text, "'"); }
inline std::string same_text(const Range& range) {
  return concat("[", range.first, ", ", range.last, ")");
}
inline std::string same_text(const Shape& shape) { return concat(shape.rows, "x", shape.cols); }
inline std::string same_text(const Section& section) {
  return concat("rows ", same_text(section.rows), " and columns ", same_text(section.cols));
}
inline std::string same_text(const RankMap& ranks) {
  std::string text = concat("a ", ranks.grid().rows, "x", ranks.grid().cols, " grid of ranks");
  for (const int rank : detail::ranks_in_order(ranks, GridOrder::Column)) text += concat(" ", rank);
  return text;
}
inline std::string same_text(const Layout& layout) { return layout.to_string(); }
/// First few values.
template <class T>
std::string same_text(std::span<const T> values) {
  constexpr std::size_t most = 8;
  std::string text = concat(values.size(), values.size() == 1 ? " value (" : " values (");
  for (std::size_t k = 0; k < values.size() && k < most; ++k)
    text += concat(k == 0 ? "" : ", ", same_text(values[k]));
  return text + (values.size() > most ? ", …)" : ")");
}
template <class T>
std::string same_text(const std::vector<T>& values) {
  return same_text(std::span<const T>(values));
}
template <class T>
std::string same_text(const std::optional<T>& value) {
  return value ? same_text(*value) : "none";
}
inline std::string same_text(const detail::ElementType& type) { return type.to_string(); }

}  // namespace ashlar
