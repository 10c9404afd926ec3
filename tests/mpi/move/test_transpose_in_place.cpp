// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <ashlar/move/mirror.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE_TEMPLATE_DEFINE("transpose_in_place: twice is the identity, for all elements", T, twice) {
  const auto comm = world();
  DistMatrix<T> a(comm, Layout({.shape = {40, 40}, .block = {3, 5}, .grid = {comm.size(), 1}}));
  a.fill_with([](Index i, Index j) { return face<T>(i, j); });
  transpose_in_place(a);
  bool turned = true, same = true;
  a.fill_with([&](Index i, Index j) {
    turned = turned && *a.find(i, j) == face<T>(j, i);
    return *a.find(i, j);
  });
  check_all(comm, turned, "once");
  transpose_in_place(a);
  a.fill_with([&](Index i, Index j) {
    same = same && *a.find(i, j) == face<T>(i, j);
    return *a.find(i, j);
  });
  check_all(comm, same, "twice");
}
TEST_CASE_TEMPLATE_APPLY(twice, AllElements);

TEST_CASE("transpose_in_place: a nonsquare matrix is refused, and the error names transpose") {
  const auto comm = world();
  DistMatrix<double> a(comm, Layout({.shape = {4, 6}, .block = {2, 2}, .grid = {1, 1}}));
  CHECK_THROWS_WITH_AS(transpose_in_place(a),
                       "transpose_in_place: the matrix or section is 4x6, but only a square one "
                       "keeps its shape; use "
                       "transpose, which makes a new matrix",
                       ArgumentError);
  CHECK_THROWS_AS(transpose_in_place(a.view({0, 3}, {0, 4})), ArgumentError);
  CHECK_THROWS_AS(conj_transpose_in_place(a.view({0, 3}, {0, 3}), {.piece_bytes = 0}),
                  ArgumentError);
  CHECK_THROWS_AS(
      conj_transpose_in_place(a.view({0, 3}, {0, 3}), {.transport = Transport::Datatypes}),
      ArgumentError);
}
