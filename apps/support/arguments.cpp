// SPDX-License-Identifier: BSD-3-Clause
#include "support/arguments.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace ashlar::apps {

std::vector<std::string> flags_after_verb(std::vector<std::string> arguments) {
  const auto is_common = [](const std::string& text) {
    return std::ranges::find(common_flags, text) != std::end(common_flags);
  };
  const auto is_word = [](const std::string& text) { return !text.starts_with("-"); };
  const auto verb = std::ranges::find_if(arguments, is_word);
  if (verb == arguments.end()) {
    std::erase_if(arguments, is_common);
    return arguments;
  }
  const auto flags = std::stable_partition(arguments.begin(), verb, std::not_fn(is_common));
  std::rotate(flags, verb, std::next(verb));
  return arguments;
}

bool has_flag(const std::vector<std::string>& arguments, std::string_view flag) {
  const auto end = std::ranges::find(arguments, "--");
  return std::find(arguments.begin(), end, flag) != end;
}

}  // namespace ashlar::apps
