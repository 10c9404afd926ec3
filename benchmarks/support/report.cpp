// SPDX-License-Identifier: BSD-3-Clause
#include "support/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace ashlar::bench {
namespace {

using Json = nlohmann::ordered_json;

/// Zero if the method was not run.
double seconds_of_ours(const CaseResult& result) {
  for (const auto& [name, measured] : result.methods)
    if (name == "ashlar") return measured.median;
  return 0;
}

std::string row_of(const std::string& name, const Measurement& measured, const CaseResult& result,
                   const char* verdict) {
  const double ours = seconds_of_ours(result);
  return fmt::format("  {:<20}{:>11.3f}{:>11.3f}{:>11.3f}{:>9.2f}{:>9}  {}\n", name,
                     measured.median * 1e3, measured.min * 1e3, measured.max * 1e3,
                     measured.median / result.limit,
                     ours > 0 ? fmt::format("{:.2f}", measured.median / ours) : "", verdict);
}

Json json_of(const CaseResult& result) {
  Json methods = Json::object();
  for (const auto& [name, measured] : result.methods)
    methods[name] = {{"s", measured.median},
                     {"min_s", measured.min},
                     {"max_s", measured.max},
                     {"verified", measured.verified}};
  return {{"case", result.what.name},
          {"n", result.n},
          {"ranks", result.ranks},
          {"type", result.type},
          {"op", std::string(1, static_cast<char>(result.what.op))},
          {"source", result.what.source.to_string()},
          {"target", result.what.target.to_string()},
          {"bytes", result.bytes},
          {"limit_s", result.limit},
          {"plan_s", result.plan},
          {"methods", std::move(methods)}};
}

}  // namespace

std::string table_of(const CaseResult& result) {
  std::string text = fmt::format(
      "{}, n = {}, {}, {} ranks: {:.1f} MB, limit {:.3f} ms, building the plan {:.3f} ms\n  {}\n  "
      "{} {}\n"
      "  {:<20}{:>11}{:>11}{:>11}{:>9}{:>9}\n",
      result.what.name, result.n, result.type, result.ranks,
      static_cast<double>(result.bytes) * 1e-6, result.limit * 1e3, result.plan * 1e3,
      result.what.source.to_string(), is_transposing(result.what.op) ? "transposed:" : "becomes",
      result.what.target.to_string(), "method", "median ms", "min ms", "max ms", "x limit",
      "x ashlar");
  for (const auto& [name, measured] : result.yardsticks) text += row_of(name, measured, result, "");
  for (const auto& [name, measured] : result.methods)
    text += row_of(name, measured, result, measured.verified ? "verified" : "WRONG");
  for (const std::string& note : result.notes) text += "  " + note + "\n";
  return text + "\n";
}

std::string json_of(const std::vector<CaseResult>& results) {
  Json all = Json::array();
  for (const CaseResult& result : results) all.push_back(json_of(result));
  return all.dump(1) + "\n";
}

}  // namespace ashlar::bench
