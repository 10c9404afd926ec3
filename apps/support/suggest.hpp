// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ashlar::apps {

/// The text in lower case (ASCII).
std::string lower(std::string_view text);

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, no
/// letter being changed twice (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate that was probably meant by `word`, whatever its case: the nearest one, if it
/// differs in at most a third of the letters, rounded up. Nothing if none is so near.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "; did you mean X?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace ashlar::apps
