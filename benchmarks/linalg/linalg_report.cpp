// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/linalg_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/timing.hpp"

namespace ashlar::bench {
namespace {

using Json = nlohmann::ordered_json;

double shortest(const Measured& m) { return *std::min_element(m.seconds.begin(), m.seconds.end()); }
double longest(const Measured& m) { return *std::max_element(m.seconds.begin(), m.seconds.end()); }

std::string row_of(const RoutineResult& result, const Measured& method) {
  const std::string extra =
      method.extra_bytes ? fmt::format("{:.1f}", static_cast<double>(*method.extra_bytes) * 1e-6)
                         : "";
  return fmt::format("  {:<20}{:>11.3f}{:>11.3f}{:>11.3f}{:>10.1f}{:>8.3f}{:>10.1e}{:>10}  {}\n",
                     method.name, median_of(method.seconds) * 1e3, shortest(method) * 1e3,
                     longest(method) * 1e3, gflops(result.flops, method), fraction(result, method),
                     method.residual, extra, method.verified ? "verified" : "WRONG");
}

Json json_of(const RoutineResult& result) {
  Json methods = Json::object();
  for (const Measured& method : result.methods)
    methods[method.name] = {{"s", median_of(method.seconds)},
                            {"min_s", shortest(method)},
                            {"max_s", longest(method)},
                            {"gflops", gflops(result.flops, method)},
                            {"fraction", fraction(result, method)},
                            {"residual", method.residual},
                            {"verified", method.verified}};
  return {{"routine", result.routine},    {"n", result.n},
          {"ranks", result.ranks},        {"type", result.type},
          {"corename", result.corename},  {"peak_gflops", gflops(result.peak_flops, result.peak)},
          {"methods", std::move(methods)}};
}

}  // namespace

double gflops(double flops, const Measured& measured) {
  return flops * 1e-9 / median_of(measured.seconds);
}

double fraction(const RoutineResult& result, const Measured& method) {
  std::vector<double> fractions;
  const bool only_first = method.first > long_run;
  for (std::size_t k = 0; k < method.seconds.size(); ++k) {
    const double peak = only_first ? result.peak.first : result.peak.seconds[k];
    fractions.push_back(result.flops / method.seconds[k] / (result.peak_flops / peak));
  }
  return median_of(std::move(fractions));
}

std::string table_of(const RoutineResult& result) {
  std::string text = fmt::format(
      "{}, n = {}, {}, {} ranks, layout {}, kernels {}: peak {:.1f} GFLOP/s\n"
      "  {:<20}{:>11}{:>11}{:>11}{:>10}{:>8}{:>10}{:>10}\n",
      result.routine, result.n, result.type, result.ranks, result.layout, result.corename,
      gflops(result.peak_flops, result.peak), "method", "median ms", "min ms", "max ms", "GFLOP/s",
      "of peak", "residual", "extra MB");
  for (const Measured& method : result.methods) text += row_of(result, method);
  for (const std::string& note : result.notes) text += "  " + note + "\n";
  return text + "\n";
}

std::string json_of(const std::vector<RoutineResult>& results) {
  Json all = Json::array();
  for (const RoutineResult& result : results) all.push_back(json_of(result));
  return all.dump(1) + "\n";
}

}  // namespace ashlar::bench
