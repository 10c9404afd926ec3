// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ashlar::apps {

/// Flags that every verb understands, before its name or after it.
inline constexpr std::string_view common_flags[] = {"--json", "--quiet", "--verbose", "--progress"};

/// The arguments of a program, without its name, with such flags as stand before the verb behind
/// it: "--json info x" is "info --json x". Where no verb follows they are left out.
std::vector<std::string> flags_after_verb(std::vector<std::string> arguments);

/// Whether `flag` is among the arguments, before a "--".
bool has_flag(const std::vector<std::string>& arguments, std::string_view flag);

}  // namespace ashlar::apps
