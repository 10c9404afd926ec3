// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

namespace ashlar {

/// Implementation that computes. Every routine has some of these and refuses the others with an
/// ArgumentError.
enum class Algorithm {
  Automatic,  ///< the fastest for routine, shape and ranks, as layout_for says
  Node,       ///< the ranks of one node as threads, which read each other's memory
  Nodes,      ///< each rank a part of C; each node fetches what it needs, slab by slab (gemm, symm,
              ///< hemm)
  OneRank,    ///< LAPACK and BLAS on rank 0; the others wait
  ScaLapack,  ///< ScaLAPACK on the layout that suits it
  Elpa,       ///< ELPA's one-stage solver (symmetric eigenproblems only)
};

inline constexpr Algorithm all_algorithms[] = {Algorithm::Automatic, Algorithm::Node,
                                               Algorithm::Nodes,     Algorithm::OneRank,
                                               Algorithm::ScaLapack, Algorithm::Elpa};

constexpr std::string_view to_string(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::Automatic: return "automatic";
    case Algorithm::Node: return "node";
    case Algorithm::Nodes: return "nodes";
    case Algorithm::OneRank: return "one-rank";
    case Algorithm::ScaLapack: return "scalapack";
    case Algorithm::Elpa: break;
  }
  return "elpa";
}

/// The algorithm called `name`; nothing if there is none.
constexpr std::optional<Algorithm> algorithm_from_string(std::string_view name) {
  for (Algorithm algorithm : all_algorithms)
    if (to_string(algorithm) == name) return algorithm;
  return std::nullopt;
}

}  // namespace ashlar
