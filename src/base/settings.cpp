// SPDX-License-Identifier: BSD-3-Clause
#include "settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/base/version.hpp>

namespace ashlar {

const char* version() { return ASHLAR_VERSION; }

std::span<const char* const> detail::environment_variables() noexcept {
  static constexpr std::array names = {
      "ASHLAR_CHECK",          "ASHLAR_KERNELS",        "ASHLAR_NUM_THREADS",
      "ASHLAR_PEER_MEMORY",    "ASHLAR_PRIVATE_MEMORY", "ASHLAR_PROCESSORS_PER_NODE",
      "ASHLAR_RANKS_PER_NODE", "ASHLAR_SHARED_MEMORY",  "ASHLAR_STREAM_FROM_BYTES",
      "ASHLAR_TIMEOUT",        "ASHLAR_TUNING",
  };
  return names;
}

}  // namespace ashlar

namespace ashlar::detail {
namespace {

enum class Nonsense { Throws, CountsAsUnset };

template <class T, std::size_t count>
using Words = std::array<std::pair<std::string_view, T>, count>;

constexpr Words<bool, 2> on_or_off{{{"on", true}, {"off", false}}};
constexpr Words<bool, 2> yes_or_no{{{"1", true}, {"0", false}}};
constexpr Words<KernelChoice, 3> kernel_words{{{"portable", KernelChoice::Portable},
                                               {"avx2", KernelChoice::Avx2},
                                               {"avx512", KernelChoice::Avx512}}};
constexpr Words<PrivateMemory, 3> private_memory_words{{{"peers", PrivateMemory::Peers},
                                                        {"stage", PrivateMemory::Stage},
                                                        {"messages", PrivateMemory::Messages}}};

constexpr Index most_threads = 256;

class Reader {
 public:
  explicit Reader(Nonsense nonsense) : nonsense_(nonsense) {}

  /// Sets `value` to the number in `variable`, if set.
  template <class Number>
  void number(const char* variable, Index least, Index most, Number& value) const {
    const std::string_view text = text_of(variable);
    if (text.empty()) return;
    Index found = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), found);
    if (error == std::errc() && end == text.data() + text.size() && least <= found && found <= most)
      value = static_cast<Number>(found);
    else refuse(variable, text, "a whole number from ", least, " to ", most);
  }

  /// Sets `value` by the word in `variable`, if set.
  template <class T, std::size_t count>
  void word(const char* variable, const Words<T, count>& words, T& value) const {
    const std::string_view text = text_of(variable);
    if (text.empty()) return;
    std::string known;
    for (std::size_t k = 0; k < count; ++k) {
      if (words[k].first == text) {
        value = words[k].second;
        return;
      }
      if (k > 0) known += k + 1 == count ? " or " : ", ";
      known += words[k].first;
    }
    refuse(variable, text, known);
  }

 private:
  static std::string_view text_of(const char* variable) {
    const char* text = std::getenv(variable);
    return text == nullptr ? std::string_view() : std::string_view(text);
  }

  template <class... Wanted>
  void refuse(const char* variable, std::string_view text, const Wanted&... wanted) const {
    expect(nonsense_ == Nonsense::CountsAsUnset, "environment: ", variable, " is '", text,
           "', but must be ", wanted..., "; or unset it");
  }

  Nonsense nonsense_;
};

/// OMP_NUM_THREADS may be a list.
int first_omp_threads() {
  const char* text = std::getenv("OMP_NUM_THREADS");
  return text == nullptr ? 0
                         : static_cast<int>(std::clamp<Index>(std::atoi(text), 0, most_threads));
}

Settings settings_by(const Reader& reader) {
  constexpr Index longest_wait = 1'000'000'000;
  constexpr Index most_int = std::numeric_limits<int>::max();
  Settings read;
  reader.word("ASHLAR_SHARED_MEMORY", on_or_off, read.shared_memory);
  reader.word("ASHLAR_PEER_MEMORY", on_or_off, read.peer_memory);
  reader.word("ASHLAR_CHECK", yes_or_no, read.checks_calls);
  reader.number("ASHLAR_TIMEOUT", 0, longest_wait, read.timeout_s);
  reader.number("ASHLAR_RANKS_PER_NODE", 0, most_int, read.ranks_per_node);
  reader.number("ASHLAR_PROCESSORS_PER_NODE", 0, most_int, read.processors_per_node);
  reader.number("ASHLAR_NUM_THREADS", 1, most_threads, read.threads);
  read.omp_threads = first_omp_threads();
  reader.number("ASHLAR_STREAM_FROM_BYTES", 0, std::numeric_limits<Index>::max(),
                read.stream_from_bytes);
  reader.word("ASHLAR_KERNELS", kernel_words, read.kernels);
  reader.word("ASHLAR_PRIVATE_MEMORY", private_memory_words, read.private_memory);
  return read;
}

}  // namespace

Settings settings_of_environment() { return settings_by(Reader(Nonsense::Throws)); }

TuningFile tuning_file() {
  const auto variable = [](const char* name) {
    const char* const text = std::getenv(name);
    return std::string(text == nullptr ? "" : text);
  };
  const std::string given = variable("ASHLAR_TUNING");
  if (given == "off") return {};
  if (!given.empty()) return {given, true};
  const std::string config = variable("XDG_CONFIG_HOME"), home = variable("HOME");
  if (config.empty() && home.empty()) return {};
  return {(config.empty() ? home + "/.config" : config) + "/ashlar/tuning.json"};
}

Settings readable_settings() noexcept { return settings_by(Reader(Nonsense::CountsAsUnset)); }

}  // namespace ashlar::detail
