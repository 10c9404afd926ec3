// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/move/transpose_in_place.hpp>

#include "mpi/matrix/layout_cases.hpp"
#include "mpi/move/placed_specimen.hpp"
#include "unit/layout/random_placement.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// Transposes `section` of a specimen in place and counts this rank's wrong elements.
template <class T>
Index count_wrong(mpi::CommunicatorView comm, const Placement& placement, const Section& section,
                  Op op, const PlacedKeeping& keeping, const InPlaceOptions& options,
                  std::uint64_t seed) {
  PlacedSpecimen<T> a(comm, placement, keeping, seed);
  std::visit(
      [&](auto& m) {
        auto view = m.view(section.rows, section.cols);
        if (op == Op::Trans) transpose_in_place(view, options);
        else conj_transpose_in_place(view, options);
      },
      a.matrix());
  return a.count_wrong([&](Index gi, Index gj) {
    const Index i = gi - section.rows.first, j = gj - section.cols.first;
    const Index n = section.rows.size();
    if (i < 0 || i >= n || j < 0 || j >= n) return mixed<T>(seed, gi, gj);
    const T value = mixed<T>(seed, section.rows.first + j, section.cols.first + i);
    return op == Op::ConjTrans ? flipped(value) : value;
  });
}

}  // namespace

TEST_CASE("transpose_in_place: random matrices of every kind are right in every bit") {
  const auto comm = world();
  PlacementDice dice(static_cast<std::uint64_t>(91 + comm.size()), comm.size());
  for (int k = 0; k < 250; ++k) {
    const Index n = dice.number(0, 70);
    const bool whole = dice.chance(50);
    const Shape shape = whole ? Shape{n, n} : Shape{n + dice.number(0, 20), n + dice.number(0, 20)};
    const Placement placement = dice.placement(shape);
    const Section section{dice.part(n, shape.rows), dice.part(n, shape.cols)};
    const Op op = dice.chance(50) ? Op::Trans : Op::ConjTrans;
    const PlacedKeeping keeping{dice.chance(40), dice.chance(40), dice.number(0, 3)};
    const InPlaceOptions options{
        .piece_bytes = dice.chance(40) ? Index{256} << 10 : dice.number(1, 3000),
        .transport = dice.chance(50) ? Transport::Automatic : Transport::Messages};
    const auto seed = static_cast<std::uint64_t>(dice.number(0, Index{1} << 60));
    const DType dtype = all_dtypes[dice.number(0, 11)];
    const Index wrong = visit_element(dtype, [&](auto tag) {
      return count_wrong<typename decltype(tag)::type>(comm, placement, section, op, keeping,
                                                       options, seed);
    });
    if (!check_all(comm, wrong == 0,
                   concat("case ", k, " of ", to_string(dtype), ", ", to_string(op), " ", n, "x", n,
                          " in ", placement.to_string(), ": ", wrong, " elements wrong")))
      break;
  }
}

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

TEST_CASE("transpose_in_place: what is not square is refused, naming the way out") {
  const auto comm = world();
  DistMatrix<double> a(comm, Layout({.shape = {4, 6}, .block = {2, 2}}));
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
