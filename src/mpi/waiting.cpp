// SPDX-License-Identifier: BSD-3-Clause
#include "waiting.hpp"

#include <vector>

#include <ashlar/base/concat.hpp>

namespace ashlar::mpi {

std::string ranks_text(std::span<const int> ranks) {
  constexpr std::size_t most_runs = 8;
  std::vector<std::string> runs;
  for (std::size_t first = 0, last = 0; first < ranks.size(); first = last + 1) {
    last = first;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (runs.size() == most_runs) {
      runs.emplace_back("others");
      break;
    }
    runs.push_back(last == first
                       ? concat(ranks[first])
                       : concat(ranks[first], last == first + 1 ? ", " : "-", ranks[last]));
  }
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t k = 0; k < runs.size(); ++k)
    text += (k == 0 ? "" : k + 1 == runs.size() ? " and " : ", ") + runs[k];
  return text;
}

std::string sentence_of(const LongWait& wait) {
  std::string where;
  if (wait.inner != nullptr) where = concat(" in ", wait.inner);
  if (wait.outer != nullptr) where += concat(wait.inner != nullptr ? " of " : " in ", wait.outer);
  const std::string whom =
      wait.late.empty() ? "other ranks, which" : ranks_text(wait.late) + ", which";
  return concat("rank ", wait.rank, " of ", wait.size, " has waited longer than ", wait.limit_s,
                " s (ASHLAR_TIMEOUT)", where, " for ", whom,
                " did not come; let all ranks make the same calls, or give them more time");
}

}  // namespace ashlar::mpi
