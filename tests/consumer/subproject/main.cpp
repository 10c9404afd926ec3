// SPDX-License-Identifier: BSD-3-Clause
// The worked example of 9x9 in 2x2 blocks on a 2x3 grid, without MPI.
#include <cstdio>

#include <ashlar/layout/layout.hpp>

#if __has_include(<mpi.h>)
#error "ashlar::layout must not bring MPI's headers"
#endif

int main() {
  const ashlar::Layout layout({.shape = {9, 9}, .block = {2, 2}, .grid = {2, 3}});
  const ashlar::Shape first = layout.local_shape(ashlar::Coord{0, 0});
  std::printf("%s: %lldx%lld at (0, 0)\n", layout.to_string().c_str(),
              static_cast<long long>(first.rows), static_cast<long long>(first.cols));
  return first == ashlar::Shape{5, 4} ? 0 : 1;
}
