// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ashlar::apps {

/// Text in lower case (ASCII).
std::string lower(std::string_view text);

/// Minimal number of insertions, deletions, replacements and swaps of neighbours that turn `a` into
/// `b`, with at most one change per letter (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Candidate nearest to `word` in any case, if at most a third of the letters, rounded up, differ.
/// Nullopt without one.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "; did you mean X?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace ashlar::apps
