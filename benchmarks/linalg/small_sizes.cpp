// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/small_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "support/timing.hpp"

namespace ashlar::bench {
namespace {

constexpr double tolerated_share = 0.1, tolerated_us = 15;

double microseconds(const RoutineResult& result, std::string_view method) {
  for (const Measured& measured : result.methods)
    if (measured.name == method) return median_of(measured.seconds) * 1e6;
  return std::numeric_limits<double>::infinity();
}

double best_peer(const RoutineResult& result) {
  return std::min(microseconds(result, "scalapack"), microseconds(result, "openblas-gathered"));
}

bool is_lost(const RoutineResult& result) {
  const double ours = microseconds(result, "ashlar"), peer = best_peer(result);
  return ours - peer > std::max(tolerated_share * peer, tolerated_us);
}

bool is_right(const RoutineResult& result) {
  return std::all_of(result.methods.begin(), result.methods.end(),
                     [](const Measured& method) { return method.verified; });
}

}  // namespace

std::vector<Index> small_sizes() {
  return {1,   2,   5,   10,  20,  32,  50,  64,   100,  128,
          150, 200, 256, 300, 400, 500, 700, 1000, 1400, 2000};
}

bool is_tried_when_small(std::string_view routine) {
  constexpr std::string_view tried[] = {"gemm", "solve", "cholesky", "cholesky_solve",
                                        "qr",   "eig",   "svd"};
  return std::find(std::begin(tried), std::end(tried), routine) != std::end(tried);
}

bool is_compared_when_small(std::string_view method) {
  return method == "ashlar" || method == "scalapack" || method == "openblas-gathered";
}

std::string head_when_small() {
  return fmt::format("{:<16}{:>6}{:>8}{:>12}{:>12}{:>12}{:>9}\n", "routine", "n", "layout",
                     "ashlar us", "scalapack", "one rank", "ratio");
}

std::string row_when_small(const RoutineResult& result) {
  const double ours = microseconds(result, "ashlar");
  return fmt::format("{:<16}{:>6}{:>8}{:>12.1f}{:>12.1f}{:>12.1f}{:>9.2f}{}{}\n", result.routine,
                     result.n, result.layout, ours, microseconds(result, "scalapack"),
                     microseconds(result, "openblas-gathered"), ours / best_peer(result),
                     is_lost(result) ? "  LOST" : "", is_right(result) ? "" : "  WRONG");
}

std::string losses_when_small(const std::vector<RoutineResult>& results) {
  std::string text = "\nLost by more than the larger of 10 % and 15 us:";
  Index lost = 0;
  for (const RoutineResult& result : results) {
    if (!is_lost(result)) continue;
    ++lost;
    text += fmt::format(" {} at {} ({:.0f} us against {:.0f});", result.routine, result.n,
                        microseconds(result, "ashlar"), best_peer(result));
  }
  return text + fmt::format(" {} of {} cases\n", lost, results.size());
}

}  // namespace ashlar::bench
