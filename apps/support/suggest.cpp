// SPDX-License-Identifier: BSD-3-Clause
#include "support/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace ashlar::apps {
namespace {

/// Longer words are not misspelt ones; the table of distances needs the square of this size.
constexpr std::size_t longest = 64;

}  // namespace

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Row i has the distances of the first i letters of a from every prefix of b.
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  if (word.size() > longest) return std::nullopt;
  std::optional<std::string> best;
  std::size_t least = (word.size() + 2) / 3 + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest) continue;
    const std::size_t distance = edit_distance(lower(word), lower(candidate));
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? "; did you mean " + *meant + "?" : std::string();
}

}  // namespace ashlar::apps
