// SPDX-License-Identifier: BSD-3-Clause
// Random inputs for the tests of element access: layouts for each type, and indices.
#pragma once

#include <type_traits>
#include <vector>

#include "mpi/matrix/layout_cases.hpp"
#include "unit/layout/array_cases.hpp"

namespace ashlar::test {

/// A seed that depends on the layout alone, since some ranks draw only some layouts.
template <class T>
unsigned seed_of(const Layout& layout) {
  unsigned seed = static_cast<unsigned>(dtype_of<T>());
  for (char c : layout.to_string()) seed = seed * 31 + static_cast<unsigned char>(c);
  return seed;
}

/// double is tested with half of the layouts, the other types with fewer, since each layout takes
/// many exchanges.
template <class T>
bool is_tried(unsigned seed) {
  return seed / 64 % (std::is_same_v<T, double> ? 2 : 8) == 0;
}

/// Up to `most` indices within 0:extent; some are negative, which means none.
inline std::vector<Index> random_indices(Draw& random, Index extent, int most) {
  std::vector<Index> indices(static_cast<std::size_t>(random(0, most)));
  for (Index& i : indices)
    i = extent == 0 || random(0, 9) == 0 ? -random(1, 3) : random(0, static_cast<int>(extent) - 1);
  return indices;
}

}  // namespace ashlar::test
