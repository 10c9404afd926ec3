// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ashlar::apps {

/// Flags of every verb, before its name or after it.
inline constexpr std::string_view common_flags[] = {"--json", "--quiet", "--verbose", "--progress"};

/// Moves common flags behind the verb: "--json info x" becomes "info --json x". Without a verb they
/// are removed. The arguments exclude the program's name.
std::vector<std::string> flags_after_verb(std::vector<std::string> arguments);

/// True if `flag` is among the arguments, before a "--".
bool has_flag(const std::vector<std::string>& arguments, std::string_view flag);

}  // namespace ashlar::apps
