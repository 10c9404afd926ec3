// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "mpi/fingerprint.hpp"

namespace ashlar {

/// Named field of an options struct.
template <class T>
struct SameField {
  const char* name;
  T value;
};
template <class T>
SameField<T> same_field(const char* name, const T& value) {
  return {name, value};
}

/// Options struct whose [same] fields an overload of same_fields returns as a tuple of SameField.
template <class T>
concept HasSameFields = requires(const T& options) { same_fields(options); };

namespace detail {
template <class T>
void add_unusual(std::string& text, const SameField<T>& given, const SameField<T>& usual) {
  using ashlar::add_same, ashlar::same_text;
  Fingerprint mine, other;
  add_same(mine, given.value);
  add_same(other, usual.value);
  if (mine.value() == other.value()) return;
  text += concat(text.empty() ? "" : ", ", given.name, " ", same_text(given.value));
}
}  // namespace detail

template <HasSameFields T>
void add_same(Fingerprint& print, const T& options) {
  std::apply([&](const auto&... field) { (add_same(print, field.value), ...); },
             same_fields(options));
}

/// Fields that differ from the defaults: "op transpose, diagonal 1".
template <HasSameFields T>
std::string same_text(const T& options) {
  const auto given = same_fields(options), usual = same_fields(T{});
  std::string text;
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    (detail::add_unusual(text, std::get<k>(given), std::get<k>(usual)), ...);
  }(std::make_index_sequence<std::tuple_size_v<decltype(given)>>{});
  return text.empty() ? "the usual ones" : text;
}

}  // namespace ashlar
