// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <vector>

#include <ashlar/move/gather.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

template <class T>
DistMatrix<T> faces(mpi::CommunicatorView comm, Shape shape) {
  DistMatrix<T> a(comm, Layout({.shape = shape, .block = {3, 2}, .grid = {1, comm.size()}}));
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });
  return a;
}

/// True if this rank's block of its copy holds the values of face().
template <class T>
bool holds_faces(ReplicatedMatrix<T>& a) {
  bool right = true;
  a.fill_with([&](Index i, Index j) {
    right = right && *a.find(i, j) == face<T>(i, j);
    return *a.find(i, j);
  });
  return right;
}

}  // namespace

TEST_CASE_TEMPLATE_DEFINE(
    "gather_all: every rank has every element; scatter_all distributes them again", T, everywhere) {
  const auto comm = world();
  const auto a = faces<T>(comm, {11, 7});
  const std::vector<T> all = gather_all(a);
  bool right = all.size() == 77;
  for (Index j = 0; j < 7; ++j)
    for (Index i = 0; i < 11; ++i)
      right = right && all[static_cast<std::size_t>(i + 11 * j)] == face<T>(i, j);
  check_all(comm, right, "gathered");

  DistMatrix<T> b(comm, Layout({.shape = {11, 7}, .block = {2, 2}, .grid = {comm.size(), 1}}));
  scatter_all<DistMatrix<T>&>({all.data(), 11, 7, 1, 11}, b);
  CHECK(gather_all(b) == all);
}
TEST_CASE_TEMPLATE_APPLY(everywhere, AllElements);

TEST_CASE("gather_all: views, row-major memory and matrices of any kind") {
  const auto comm = world();
  auto a = faces<double>(comm, {9, 8});
  std::vector<double> rows(6 * 5, -1);  // 6 rows of 4, with a leading dimension of 5
  gather_all_into(a.view({2, 8}, {1, 5}), {rows.data(), 6, 4, 5, 1});
  bool right = true;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 5; ++j)
      right = right && rows[static_cast<std::size_t>(i * 5 + j)] ==
                           (j < 4 ? face<double>(i + 2, j + 1) : -1.0);
  check_all(comm, right, "a view in row-major memory");

  BlockMatrix<double> tiles(comm, BlockMap({0, 1, 9}, {0, 8}, {comm.size() - 1, 0}));
  copy_into(a, tiles);
  CHECK(gather_all(tiles) == gather_all(a));
  const auto everywhere = ReplicatedMatrix<double>::everywhere(comm, {9, 8});
  CHECK(gather_all(everywhere) == std::vector<double>(72));
}

TEST_CASE("replicate: every group has the matrix; any copy is a matrix") {
  const auto comm = world();
  const int group = comm.size() >= 4 ? 2 : 1, count = comm.size() / group;
  const Layout layout({.shape = {13, 9}, .block = {2, 3}, .grid = {group, 1}});
  const auto a = faces<c64>(comm, {13, 9});
  auto replicas = replicate(a, layout, Replicas(count, group));
  const auto seat = replicas.replicas().seat_of(comm.rank());
  CHECK(seat.has_value() == (comm.rank() < count * group));
  check_all(comm, holds_faces(replicas), "in all replicas");
  for (int k = 0; k < count; ++k) {
    const DistMatrix<c64> one = replicas.replica(k);
    CHECK(one.coord().has_value() == (seat && seat->replica == k));
    CHECK(gather_all(one) == gather_all(a));
  }
  CHECK_THROWS_AS(replicas.replica(count), ArgumentError);

  replicas.fill(c64(0, 0));
  replicas.set(3, 4, c64(1, 2));
  copy_into(a.view({0, 5}, {0, 9}), replicas.view({8, 13}, {0, 9}));
  bool right = true;
  for (Index i = 0; i < 13; ++i)
    for (Index j = 0; j < 9; ++j)
      if (const c64* mine = replicas.find(i, j))
        right = right && *mine == (i >= 8             ? face<c64>(i - 8, j)
                                   : i == 3 && j == 4 ? c64(1, 2)
                                                      : c64(0, 0));
  check_all(comm, right, "a part in all replicas");
}

TEST_CASE("replicate: a reader takes its own replica, even if another one differs") {
  const auto comm = world();
  auto everywhere = ReplicatedMatrix<double>::everywhere(comm, {6, 6});
  everywhere.fill(comm.rank());
  DistMatrix<double> b(comm, Layout({.shape = {6, 6}, .block = {1, 1}, .grid = {comm.size(), 1}}));
  copy_into(everywhere, b);
  bool right = true;
  b.fill_with([&](Index i, Index j) {
    right = right && *b.find(i, j) == comm.rank();
    return *b.find(i, j);
  });
  check_all(comm, right, "each has its own");
}

TEST_CASE("replicate: wrong shapes and replica counts are refused on all ranks") {
  const auto comm = world();
  const Layout layout({.shape = {4, 4}, .block = {2, 2}, .grid = {1, 1}});
  CHECK_THROWS_AS(ReplicatedMatrix<double>(comm, layout, Replicas(comm.size() + 1, 1)),
                  ArgumentError);
  const auto a = faces<double>(comm, {4, 5});
  std::vector<double> memory(30);
  const Index rows = comm.rank() == comm.size() - 1 ? 5 : 4;
  CHECK_THROWS_AS(gather_all_into(a, {memory.data(), rows, 5, 1, 5}), ArgumentError);
  CHECK_THROWS_AS(gather_all_into(a, {memory.data(), 4, 5, 2, 3}), ArgumentError);
}
