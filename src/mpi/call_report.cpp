// SPDX-License-Identifier: BSD-3-Clause
#include "call_report.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>

namespace ashlar::mpi {
namespace {

// A report has the name of the call, then name, fingerprint and text of each argument.
constexpr std::size_t fields_per_argument = 3;

std::vector<std::string_view> fields_of(std::string_view report) {
  std::vector<std::string_view> fields;
  while (!report.empty()) {
    const std::size_t end = report.find('\0');
    fields.push_back(report.substr(0, end));
    report.remove_prefix(end + 1);
  }
  return fields;
}

std::string without_zeros(std::string text) {
  std::erase(text, '\0');
  return text;
}

/// Distinct texts by lowest rank.
class Sayings {
 public:
  void add(std::string_view key, std::string_view text, int rank) {
    const auto known = std::ranges::find(sayings_, key, &Saying::key);
    if (known != sayings_.end()) known->ranks.push_back(rank);
    else sayings_.push_back({key, text, {rank}});
  }
  bool differ() const { return sayings_.size() > 1; }
  /// Text such as "2 on ranks 0 and 2, 3 on rank 1".
  std::string text() const {
    constexpr std::size_t most = 4;
    std::string result;
    for (std::size_t k = 0; k < std::min(most, sayings_.size()); ++k)
      result += concat(k == 0 ? "" : ", ", sayings_[k].text, " on ", ranks_text(sayings_[k].ranks));
    return sayings_.size() > most ? result + ", and others" : result;
  }

 private:
  struct Saying {
    std::string_view key, text;
    std::vector<int> ranks;
  };
  std::vector<Saying> sayings_;
};

/// Texts of the ranks, distinguished by field `key`.
Sayings sayings(const std::vector<std::vector<std::string_view>>& reports, std::size_t key,
                std::size_t text) {
  Sayings result;
  for (std::size_t rank = 0; rank < reports.size(); ++rank)
    result.add(reports[rank][key], reports[rank][text], static_cast<int>(rank));
  return result;
}

}  // namespace

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

std::string report_of(const char* call, std::span<const SameArgument> arguments) {
  std::string report = std::string(call) + '\0';
  for (const SameArgument& argument : arguments)
    report += std::string(argument.name) + '\0' + concat(argument.fingerprint(argument.value)) +
              '\0' + without_zeros(argument.text(argument.value)) + '\0';
  return report;
}

std::string mismatch_of(const std::vector<std::string>& reports) {
  std::vector<std::vector<std::string_view>> ranks;
  ranks.reserve(reports.size());
  for (const std::string& report : reports) ranks.push_back(fields_of(report));

  if (const Sayings calls = sayings(ranks, 0, 0); calls.differ())
    return concat("ranks make different collective calls: ", calls.text(),
                  "; let all make the same ones in the same order");
  const auto shortest = std::ranges::min(ranks, {}, &std::vector<std::string_view>::size).size();
  for (std::size_t k = 1; k + fields_per_argument <= shortest; k += fields_per_argument)
    if (const Sayings values = sayings(ranks, k + 1, k + 2); values.differ())
      return concat(ranks[0][0], ": ranks disagree on ", ranks[0][k], ": ", values.text(),
                    "; give all ranks the same");
  return concat(ranks[0][0], ": ranks give different numbers of arguments");
}

}  // namespace ashlar::mpi
