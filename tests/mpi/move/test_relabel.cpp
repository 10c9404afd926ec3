// SPDX-License-Identifier: BSD-3-Clause
// Moves into targets with ranks chosen by the place of the elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <ashlar/move/copy.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE("relabelled: the elements arrive, and nothing moves where only names differ") {
  const mpi::CommunicatorView comm = world();
  const int ranks = comm.size();
  std::vector<int> backwards(static_cast<std::size_t>(ranks));
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  const Layout here({.shape = {40, 30}, .block = {3, 4}, .grid = {ranks, 1}});
  const Layout there({.shape = {40, 30}, .block = {3, 4}, .grid = {ranks, 1}, .ranks = backwards});
  const Layout flat({.shape = {40, 30}, .block = {5, 2}, .grid = {1, ranks}});
  DistMatrix<double> a(comm, here);
  a.fill_with([](Index i, Index j) { return static_cast<double>(100 * i + j); });
  CHECK(relabelled(a, there) == here);
  for (const Layout& layout : {there, flat}) {
    const Layout better = relabelled(a, layout);
    const auto b = redistribute(a, better);
    bool right = true;
    for (Index i = 0; i < 40; ++i)
      for (Index j = 0; j < 30; ++j)
        if (const double* element = b.find(i, j))
          right = right && *element == static_cast<double>(100 * i + j);
    check_all(comm, right, better.to_string());
  }
  // Only elements of the view count.
  const Layout corner({.shape = {3, 30}, .block = {3, 30}, .grid = {1, 1}});
  const Layout chosen = relabelled(a.view({3, 6}, {0, 30}), corner);
  CHECK(chosen.ranks().rank_of({0, 0}) == (ranks > 1 ? 1 : 0));
}
