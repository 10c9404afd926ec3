// SPDX-License-Identifier: BSD-3-Clause
#include "settings.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>

#include <ashlar/base/expect.hpp>
#include <ashlar/base/index.hpp>

namespace ashlar::mpi {
namespace {

std::string_view text_of(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

/// The number that `variable` gives, or `otherwise`.
Index number(const char* variable, Index least, Index most, Index otherwise) {
  const std::string_view text = text_of(variable);
  if (text.empty()) return otherwise;
  Index value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  expect(is_number && least <= value && value <= most, "environment: ", variable, " is '", text,
         "', but must be a whole number from ", least, " to ", most, "; or unset it");
  return value;
}

/// The word that `variable` gives, or none.
std::string_view word(const char* variable, std::initializer_list<std::string_view> words) {
  const std::string_view text = text_of(variable);
  if (text.empty() || std::ranges::find(words, text) != words.end()) return text;
  std::string known;
  for (const std::string_view& one : words) {
    if (!known.empty()) known += &one == words.end() - 1 ? " or " : ", ";
    known += one;
  }
  expect(false, "environment: ", variable, " is '", text, "', but must be ", known,
         "; or unset it");
  return {};
}

int timeout_setting() {
  constexpr Index longest = 1'000'000'000;
  return static_cast<int>(number("ASHLAR_TIMEOUT", 0, longest, 0));
}

}  // namespace

Settings settings_of_environment() {
  constexpr Index most_int = std::numeric_limits<int>::max();
  number("ASHLAR_NUM_THREADS", 1, 256, 1);
  number("ASHLAR_STREAM_FROM_BYTES", 0, std::numeric_limits<Index>::max(), 0);
  word("ASHLAR_KERNELS", {"portable", "avx2", "avx512"});
  word("ASHLAR_PEER_MEMORY", {"on", "off"});
  word("ASHLAR_PRIVATE_MEMORY", {"peers", "stage", "messages"});
  return {
      .sharing_is_off = word("ASHLAR_SHARED_MEMORY", {"on", "off"}) == "off" ? 1 : 0,
      .ranks_per_node = static_cast<int>(number("ASHLAR_RANKS_PER_NODE", 0, most_int, 0)),
      .processors_per_node = static_cast<int>(number("ASHLAR_PROCESSORS_PER_NODE", 0, most_int, 0)),
      .timeout_s = timeout_setting(),
      .calls_are_checked = word("ASHLAR_CHECK", {"1", "0"}) == "1" ? 1 : 0};
}

int timeout_of_environment() noexcept {
  try {
    return timeout_setting();
  } catch (...) {
    return 0;
  }
}

}  // namespace ashlar::mpi
