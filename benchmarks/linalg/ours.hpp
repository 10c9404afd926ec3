// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

#include <ashlar/linalg/layout_for.hpp>

#include "linalg/setting.hpp"

namespace ashlar::bench {

/// Algorithm of Ashlar, with its name in the tables.
struct OurMethod {
  std::string_view name;
  Algorithm algorithm;
};

inline constexpr OurMethod our_methods[] = {
    {"ashlar", Algorithm::Automatic},           {"ashlar-node", Algorithm::Node},
    {"ashlar-nodes", Algorithm::Nodes},         {"ashlar-one-rank", Algorithm::OneRank},
    {"ashlar-scalapack", Algorithm::ScaLapack}, {"elpa", Algorithm::Elpa}};

/// Result of layout_for for a square matrix; nullopt if the routine has no such algorithm here.
/// @collective
std::optional<LayoutAdvice> advice(const Setting& setting, Routine family, Algorithm algorithm);

}  // namespace ashlar::bench
