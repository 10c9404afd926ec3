// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/detail/triangle.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include <ashlar/layout/moves.hpp>

#include "dice.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE("triangle: rectangles and diagonals are counted exactly") {
  Dice dice(3);
  for (int k = 0; k < 5000; ++k) {
    const detail::Triangle t{dice.one_in(2) ? Uplo::Lower : Uplo::Upper, dice.roll(-15, 15)};
    const Index i0 = dice.roll(0, 10), j0 = dice.roll(0, 10);
    const Range rows{i0, i0 + dice.roll(0, 12)}, cols{j0, j0 + dice.roll(0, 12)};
    Index expected = 0;
    std::set<Index> in_any;
    for (Index j = cols.first; j < cols.last; ++j) {
      Index in_column = 0;
      for (Index i = rows.first; i < rows.last; ++i) {
        in_column += t.contains(i, j);
        if (t.contains(i, j)) in_any.insert(i);
      }
      const Range kept = t.rows_of(j, rows);
      CHECK(kept.size() == in_column);
      CHECK(detail::intersection(kept, rows) == kept);
      expected += in_column;
    }
    const Range any = t.rows_of_any(cols, rows);
    CHECK(any.size() == std::ssize(in_any));
    CHECK((any.empty() || (any.first == *in_any.begin() && any.last == *in_any.rbegin() + 1)));
    CHECK(t.count(rows, cols) == expected);
    CHECK(t.transposed().count(cols, rows) == expected);
  }
}

TEST_CASE("triangle: its leading part ends at the last row and column with elements") {
  Dice dice(4);
  for (int k = 0; k < 5000; ++k) {
    const Uplo uplos[] = {Uplo::General, Uplo::Lower, Uplo::Upper};
    const detail::Triangle t{uplos[dice.roll(0, 2)], dice.roll(-15, 15)};
    const Shape all{dice.roll(0, 12), dice.roll(0, 12)};
    Shape expected;
    for (Index i = 0; i < all.rows; ++i)
      for (Index j = 0; j < all.cols; ++j)
        if (t.contains(i, j))
          expected = {std::max(expected.rows, i + 1), std::max(expected.cols, j + 1)};
    CHECK(t.leading_part(all) == expected);
  }
}

TEST_CASE("triangle: the shares of a wide or tall one end with it") {
  constexpr Index huge = Index{1} << 40;
  for (const bool is_wide : {false, true}) {
    const Shape shape = is_wide ? Shape{9, huge} : Shape{huge, 9};
    const Layout source({.shape = shape, .block = {2, 2}, .grid = {2, 2}}),
        target({.shape = shape, .block = {3, 1}, .grid = {2, 2}});
    const Distribution array({source.rows(), source.cols()}, StorageOrder::Fortran);
    const Uplo uplo = is_wide ? Uplo::Lower : Uplo::Upper;
    for (const Moves& moves : {Moves(Transfers(source, target, {.uplo = uplo})),
                               Moves(Patchwork(source, target, {.uplo = uplo})),
                               Moves(ArrayTransfers(array, array, {.uplo = uplo}))}) {
      Index sent = 0, received = 0;
      const auto elements_of = [](const detail::Share& share) {
        Index elements = 0;
        for (const detail::Box& box : share.boxes()) {
          elements += box.elements;
          for (int d = 0; d < 2; ++d) CHECK(box.runs(d).hull().last <= 9);
        }
        return elements;
      };
      for (int rank = 0; rank < 4; ++rank) {
        sent += elements_of(moves.sent_by(rank));
        received += elements_of(moves.received_by(rank));
      }
      CHECK(sent == 45);
      CHECK(received == 45);
    }
  }
}

TEST_CASE("triangle: its runs in slabs and small blocks have the same elements as a loop") {
  Dice dice(13);
  for (int k = 0; k < 1500; ++k) {
    CAPTURE(k);
    const auto shares = [&](Index length) {
      const auto axis = [&](bool slab) {
        const int procs = static_cast<int>(dice.roll(1, 4));
        const Index block =
            slab ? std::max<Index>(length / dice.roll(1, procs), 1) : dice.roll(1, 3);
        return Axis{length, block, procs, static_cast<int>(dice.roll(0, procs - 1))};
      };
      const detail::AxisPairing pair{axis(dice.one_in(2)), 0, axis(dice.one_in(2)), 0, length};
      return pair.into_target(static_cast<int>(dice.roll(0, pair.target.nprocs - 1)));
    };
    const Index height = dice.roll(1, 90), width = dice.roll(1, 90);
    const auto rows = shares(height), cols = shares(width);
    const detail::Triangle t{dice.one_in(2) ? Uplo::Lower : Uplo::Upper, dice.roll(-95, 95)};
    for (const detail::AxisShare& r : rows)
      for (const detail::AxisShare& c : cols) {
        Index expected = 0;
        r.runs.for_each([&](const detail::Run& row) {
          c.runs.for_each([&](const detail::Run& col) {
            for (Index i = row.at; i < row.at + row.length; ++i)
              for (Index j = col.at; j < col.at + col.length; ++j) expected += t.contains(i, j);
          });
        });
        CHECK(t.count(r.runs, c.runs) == expected);
      }
  }
}

TEST_CASE("triangle: slabs and small blocks of 10^9 rows are counted without walking them") {
  const Index n = 1'000'000'000;
  const Layout slabs({.shape = {n, n}, .block = {n / 4 + 1, n}, .grid = {4, 1}});
  const Layout cyclic({.shape = {n, n}, .block = {1, 1}, .grid = {2, 2}});
  const Layout blocks({.shape = {n, n}, .block = {64, 48}, .grid = {2, 3}});
  for (const Layout& source : {slabs, cyclic}) {
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
      const Transfers moves(source, blocks, {.uplo = uplo, .diagonal = 12'345});
      Index moved = 0;
      for (int rank = 0; rank < 6; ++rank) {
        const detail::Share share = moves.received_by(rank);
        for (const detail::Box& box : share.boxes()) moved += box.elements;
      }
      CHECK(moved == moves.moved().count({0, n}, {0, n}));
    }
  }
}

TEST_CASE("triangle: every Index is a diagonal") {
  for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
    for (const Index d :
         {INT64_MIN, INT64_MIN + 1, -INT64_MAX / 2, INT64_MAX / 2, INT64_MAX - 1, INT64_MAX}) {
      const bool all = (d > 0) == (uplo == Uplo::Lower);
      for (const detail::Triangle& t :
           {detail::Triangle{uplo, d}, detail::Triangle{uplo, d}.strict(),
            detail::Triangle{uplo, d}.transposed().transposed()}) {
        CHECK(t.contains(3, 5) == all);
        CHECK(t.rows_of(7, {2, 9}).size() == (all ? 7 : 0));
        CHECK(t.cols_of(7, {2, 9}).size() == (all ? 7 : 0));
        CHECK(t.count(Range{5, 9}, Range{0, 3}) == (all ? 12 : 0));
        if (d != INT64_MIN && d != INT64_MAX) continue;
        // The longest possible matrix.
        const Range most{0, INT64_MAX}, one{0, 1};
        CHECK(t.count(most, one) == (all ? INT64_MAX : 0));
        CHECK(t.count(one, most) == (all ? INT64_MAX : 0));
      }
    }
  }
}
