// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/eigen.hpp>

#include <cstdlib>

#include "eigen_oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

// Sizes and blocks for which p?syevd, with the workspace size that it requests, computes wrong
// vectors or hangs. On 1, 2 and 4 ranks the grids are 1x1, 1x2 and 2x2.

namespace {

template <Scalar T>
void check_cell(Index n, Index block) {
  const HermitianElement<T> element{static_cast<unsigned>(n)};
  DistMatrix<T> a(world(),
                  Layout({.shape = {n, n},
                          .block = {block, block},
                          .grid = {world().size() >= 4 ? 2 : 1, world().size() >= 2 ? 2 : 1}}));
  a.fill_with(element);
  const auto e = symmetric_eigen(a, {.block = block, .how = {.algorithm = Algorithm::ScaLapack}});
  check_eigen(evaluated<T>({n, n}, element), a.layout(), e,
              lapack_values(evaluated<T>({n, n}, element)), concat("n ", n, ", block ", block));
}

}  // namespace

TEST_CASE("symmetric_eigen: ScaLAPACK is right at every size and block where p?syevd is not") {
  for (const Index n : {1, 10, 50, 64, 65, 100, 128, 200})
    for (const Index block : {1, 32, 64, 70, 127}) check_cell<double>(n, block);
}

TEST_CASE_TEMPLATE("symmetric_eigen: so it is in the other types", T, float, c64, c128) {
  for (const Index n : {1, 10, 50, 64, 65, 100})
    for (const Index block : {1, 32, 64}) check_cell<T>(n, block);
  check_cell<T>(128, 127);
}
