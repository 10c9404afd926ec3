// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/distribution.hpp>

#include <charconv>

#include <ashlar/base/concat.hpp>

namespace ashlar {
namespace {

constexpr std::string_view name_of(Dist::Kind kind) {
  return kind == Dist::Kind::Block ? "BLOCK" : kind == Dist::Kind::Cyclic ? "CYCLIC" : "NONE";
}

// toupper() depends on the locale.
bool equal_ignoring_case(std::string_view text, std::string_view upper_case) {
  if (text.size() != upper_case.size()) return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c =
        text[k] >= 'a' && text[k] <= 'z' ? static_cast<char>(text[k] - 'a' + 'A') : text[k];
    if (c != upper_case[k]) return false;
  }
  return true;
}

std::optional<Dist> with_default(std::string_view name) {
  for (const Dist& dist : {Dist::block(), Dist::cyclic(), Dist::none()})
    if (equal_ignoring_case(name, name_of(dist.kind()))) return dist;
  return std::nullopt;
}

std::optional<Index> positive_number(std::string_view digits) {
  Index k = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), k);
  if (error != std::errc() || end != digits.data() + digits.size() || k < 1) return std::nullopt;
  return k;
}

}  // namespace

std::string to_string(const Dist& dist) {
  return dist.arg() ? concat(name_of(dist.kind()), "(", *dist.arg(), ")")
                    : std::string(name_of(dist.kind()));
}

std::optional<Dist> Dist::from_string(std::string_view text) {
  if (text == "*") return Dist::none();
  const std::size_t paren = text.find('(');
  const auto dist = with_default(text.substr(0, paren));
  if (!dist || paren == std::string_view::npos) return dist;
  if (text.back() != ')' || dist->kind() == Dist::Kind::None) return std::nullopt;
  const auto k = positive_number(text.substr(paren + 1, text.size() - paren - 2));
  if (!k) return std::nullopt;
  return dist->kind() == Dist::Kind::Block ? Dist::block(*k) : Dist::cyclic(*k);
}

}  // namespace ashlar
