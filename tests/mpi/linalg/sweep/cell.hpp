// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/linalg/options.hpp>

namespace ashlar::test {

/// One cell of the cross product that the sweep covers; all other choices (grid, section, triangle,
/// ops, factors) follow from `seed`.
struct Cell {
  std::string what;  ///< name of the case, usually a routine
  std::string type;
  Index n = 0;
  Index block = 1;
  Algorithm algorithm = Algorithm::Automatic;
  unsigned seed = 0;

  /// The form "gemm c64 57 7 node 123", as in ASHLAR_TEST_CELL.
  std::string to_string() const;
  static std::optional<Cell> from_string(const std::string& line);
};

inline constexpr Index sweep_sizes[] = {0, 1, 2, 10, 57, 100, 257};
inline constexpr Index sweep_blocks[] = {1, 7, 32, 64};

/// Settings from the environment.
struct Wanted {
  unsigned seed = 1;         ///< ASHLAR_TEST_SEED
  int cells = 500;           ///< ASHLAR_TEST_CELLS; -1 for "all"
  std::optional<Cell> only;  ///< ASHLAR_TEST_CELL
};
Wanted wanted();

}  // namespace ashlar::test
