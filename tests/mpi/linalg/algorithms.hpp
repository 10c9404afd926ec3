// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/linalg/layout_for.hpp>

#include <support/mpi_test.hpp>

namespace ashlar::test {

/// The algorithms of BLAS-3 that these ranks can be asked for.
inline std::vector<Algorithm> algorithms() {
  std::vector<Algorithm> result{Algorithm::Automatic, Algorithm::OneRank, Algorithm::ScaLapack};
  if (machine_of(world()).shares_memory) result.push_back(Algorithm::Node);
  return result;
}

}  // namespace ashlar::test
