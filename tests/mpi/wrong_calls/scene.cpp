// SPDX-License-Identifier: BSD-3-Clause
#include "scene.hpp"

namespace ashlar::test {
namespace {

Distribution pencils(std::vector<Index> sizes, int size) {
  return Distribution({.sizes = std::move(sizes),
                       .dists = {Dist::cyclic(), Dist::none(), Dist::none()},
                       .psizes = {size, 1, 1}});
}

double element(Index i, Index j) { return static_cast<double>(100 * i + j); }

}  // namespace

Layout Scene::by_columns(Shape shape) const {
  return Layout({.shape = shape, .block = {2, 2}, .grid = {1, size}});
}
Layout Scene::by_rows(Shape shape) const {
  return Layout({.shape = shape, .block = {2, 2}, .grid = {size, 1}});
}

Scene::Scene(mpi::CommunicatorView ranks, const StorageOptions& storage)
    : comm(ranks),
      size(ranks.size()),
      errs(ranks.rank() == size - 1),
      a(comm, by_columns({12, 8}), storage),
      b(comm, by_rows({12, 8}), storage),
      c(comm, by_columns({8, 12}), storage),
      s(comm, by_columns({8, 8}), storage),
      x(comm, by_columns({8, 2}), storage),
      u(comm, pencils({4, 6, 5}, size), storage),
      v(comm, pencils({5, 4, 6}, size), storage) {
  a.fill_with(element);
  b.fill(-1);
  c.fill(-1);
  s.fill_with([](Index i, Index j) { return i == j ? 9.0 : 1.0 / static_cast<double>(1 + i + j); });
  x.fill(1);
  u.fill(1);
  v.fill(-1);
}

}  // namespace ashlar::test
