// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <utility>

#include <ashlar/linalg/lu.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE(
    "LU of more than 2^31 floats, in the memory of the matrix: its solution has HPL's residual") {
  constexpr Index n = 46400;
  static_assert(n * n > Index{1} << 31);
  const Uniform<float> element(1, -0.5, 0.5), right(2, -0.5, 0.5);
  const Layout layout = layout_for(Routine::Lu, {n, n}, machine_of(world())).layout;
  DistMatrix<float> a(world(), layout, {.init = Init::Uninitialized});
  a.fill_with(element);
  const auto lu = lu_factor(std::move(a));
  check_all(world(), lu.outcome().ok(), "a pivot is zero");

  DistMatrix<float> b(world(), Layout({.shape = {n, 1}, .block = {64, 1}, .grid = {1, 1}}));
  b.fill_with(right);
  const Wide<float> x = gathered(lu.solve(b));

  // Every rank computes rows of A again, in double, whose rounding does not matter here.
  long double rest = 0;
  double norms[3] = {};  // of A, X and B
  for (Index i = world().rank(); i < n; i += world().size()) {
    double of_row = right(i, 0), size = 0;
    for (Index j = 0; j < n; ++j) {
      const double e = element(i, j);
      of_row -= e * static_cast<double>(x(j, 0));
      size += std::abs(e);
    }
    rest = larger(rest, std::abs(of_row));
    norms[0] = std::max(norms[0], size);
    norms[1] = std::max(norms[1], std::abs(static_cast<double>(x(i, 0))));
    norms[2] = std::max(norms[2], std::abs(double{right(i, 0)}));
  }
  MPI_Allreduce(MPI_IN_PLACE, norms, 3, MPI_DOUBLE, MPI_MAX, world().native());
  const double eps = std::numeric_limits<float>::epsilon() / 2.0;
  const double residual =
      static_cast<double>(rest) / (eps * (norms[0] * norms[1] + norms[2]) * double{n});
  check_all(world(), residual < 16, concat("the residual is ", residual));
}
