// SPDX-License-Identifier: BSD-3-Clause
// Transfers with too many elements for counting one by one, and refused arguments.
#include <doctest/doctest.h>

#include <cstdint>
#include <iterator>
#include <string>

#include <ashlar/layout/traffic_map.hpp>
#include <ashlar/layout/transfers.hpp>

using namespace ashlar;

TEST_CASE("transfers: the pattern of a long move is stored once") {
  // 10^9 columns, CYCLIC(1) -> blocks of 64 on 4 ranks: in each block rounds of 4 columns.
  const Layout from({.shape = {1, 1'000'000'000}, .block = {1, 1}, .grid = {1, 4}});
  const Layout to({.shape = {1, 1'000'000'000}, .block = {1, 64}, .grid = {1, 4}});
  const Transfers t(from, to);
  const detail::Share share = t.received_by(2);
  Index runs = 0, elements = 0;
  for (const detail::Box& box : share.boxes()) {
    runs += std::ssize(box.runs(1).pattern);
    elements += box.elements;
  }
  CHECK(runs == 4);
  CHECK(elements == to.local_shape(2).cols);
}

TEST_CASE("transfers: one rank of a million has few partners and a short pattern") {
  const Index n = 1'000'000;
  const Layout from({.shape = {n, n}, .block = {64, 64}, .grid = {1024, 1024}});
  const Layout to({.shape = {n, n}, .block = {96, 96}, .grid = {2048, 512}});
  const Transfers t(from, to, {.uplo = Uplo::Lower});
  for (int rank : {0, 1, 524'289, 1'048'575}) {
    const detail::Share share = t.received_by(rank);
    CHECK(share.boxes().size() <= 64);
    // The triangle's count against the columns, one by one.
    Index kept = 0;
    const Axis &rows = to.rows(), &cols = to.cols();
    const Coord me = *to.ranks().coord_of(rank);
    for (Index jl = 0; jl < cols.local_count(me.col); ++jl)
      kept += rows.local_count(me.row) - rows.local_count_below(me.row, cols.to_global(me.col, jl));
    Index counted = 0;
    for (const detail::Box& box : share.boxes()) counted += box.elements;
    CHECK(counted == kept);
  }
}

TEST_CASE("transfers: the summary of a million ranks") {
  const Index n = 1'000'000;
  const Layout from({.shape = {n, n}, .block = {64, 64}, .grid = {1024, 1024}});
  const Layout to({.shape = {n, n}, .block = {96, 96}, .grid = {2048, 512}});
  const Transfers t(from, to);
  const TransferSummary sum = t.summary(8);
  CHECK(sum.elements == n * n);
  CHECK(sum.max_received == to.local_shape(0).rows * to.local_shape(0).cols);
  // Elements stay on a rank if their row and column have the same owners.
  Index kept = 0;
  for (int rank : {0, 1, 70'000, 1'048'575}) kept += t.traffic_of(rank).kept;
  CHECK(sum.elements_kept >= kept);
  CHECK(sum.messages <= Index{1} << 26);
  CHECK(t.to_string(8).find("across") == std::string::npos);
}

TEST_CASE("transfers: the plan as text") {
  const Layout rows({.shape = {8, 8}, .block = {4, 8}, .grid = {2, 1}});
  const Layout cols({.shape = {8, 8}, .block = {8, 4}, .grid = {1, 2}});
  CHECK(Transfers(rows, cols).to_string(8) ==
        "from 8x8 in 4x8 blocks on a 2x1 grid (row order, source 0,0)\n"
        "to   8x8 in 8x4 blocks on a 1x2 grid (row order, source 0,0)\n"
        "messages        2\n"
        "bytes moved     256 B\n"
        "bytes that stay 256 B\n"
        "imbalance       1.00 (most that a rank receives over the mean)\n"
        "busiest rank    256 B sent and received together\n"
        "from rank (down) to rank (across):\n"
        "                 0           1\n"
        "   0         128 B       128 B\n"
        "   1         128 B       128 B\n");
  const std::string part = Transfers(rows, cols,
                                     {.op = Op::Trans,
                                      .source = Section{{0, 4}, {2, 6}},
                                      .target = Section{{4, 8}, {0, 4}},
                                      .uplo = Uplo::Lower})
                               .to_string(4);
  CHECK(part.find("rows 0:4, columns 2:6") != std::string::npos);
  CHECK(part.find("rows 4:8, columns 0:4, transpose, lower triangle from diagonal 0") !=
        std::string::npos);
  const Layout nine({.shape = {90, 90}, .block = {10, 90}, .grid = {9, 1}});
  const Layout same({.shape = {90, 90}, .block = {10, 90}, .grid = {9, 1}, .source = {1, 0}});
  CHECK(Transfers(nine, same).to_string(8).find("   0 | @       |\n   1 |  @      |\n") !=
        std::string::npos);
  const Layout many({.shape = {90, 90}, .block = {1, 90}, .grid = {65, 1}});
  CHECK(!TrafficMap::of_each_rank(Transfers(many, nine)));
  CHECK(Transfers(many, nine).to_string(8).find("to rank (across)") == std::string::npos);
}

TEST_CASE("transfers: equal layouts keep everything in one run") {
  const Layout layout({.shape = {1000, 777}, .block = {8, 5}, .grid = {3, 2}});
  const Transfers t(layout, layout);
  for (int rank = 0; rank < 6; ++rank) {
    const detail::Share share = t.sent_by(rank);
    REQUIRE(share.boxes().size() == 1);
    CHECK(share.boxes()[0].rank == rank);
    const detail::RunList& rows = share.boxes()[0].runs(0);
    CHECK(rows.count() == layout.local_shape(rank).rows);
    CHECK(rows.pattern.size() == 1);
  }
}

TEST_CASE("transfers: every diagonal of the longest matrices") {
  const auto moved = [](Shape shape, Uplo uplo, Index diagonal, Diag diag) {
    const Layout long_blocks({.shape = shape, .block = {INT64_MAX / 2, INT64_MAX / 2}});
    const Layout short_blocks({.shape = shape, .block = {64, 64}});
    const detail::Share share =
        Transfers(long_blocks, short_blocks, {.uplo = uplo, .diagonal = diagonal, .diag = diag})
            .received_by(0);
    return share.boxes().empty() ? 0 : share.boxes().front().elements;
  };
  const Index n = INT64_MAX;
  for (const Index d :
       {INT64_MIN, INT64_MIN + 1, -n + 1, Index{-1}, Index{0}, Index{1}, n - 1, n}) {
    for (const Diag diag : {Diag::NonUnit, Diag::Unit}) {
      // A column keeps the rows from -d on below the diagonal, those up to -d above it; a row keeps
      // the columns up to d below.
      const bool unit = diag == Diag::Unit;
      const Index below = d >= 0 ? n : d <= -n ? 0 : n + d;
      const Index above = d > 0 ? 0 : d <= -n + 1 ? n : 1 - d;
      const Index before = d < 0 ? 0 : d >= n - 1 ? n : d + 1;
      const bool meets_column = d <= 0 && d > -n, meets_row = d >= 0 && d < n;
      CHECK(moved({n, 1}, Uplo::Lower, d, diag) == below - (unit && meets_column ? 1 : 0));
      CHECK(moved({n, 1}, Uplo::Upper, d, diag) == above - (unit && meets_column ? 1 : 0));
      CHECK(moved({1, n}, Uplo::Lower, d, diag) == before - (unit && meets_row ? 1 : 0));
    }
  }
}

TEST_CASE("transfers: shapes that do not match and sections outside are refused") {
  const Layout a({.shape = {4, 5}}), b({.shape = {5, 4}});
  CHECK_THROWS_AS(Transfers(a, b), ArgumentError);
  CHECK_NOTHROW(Transfers(a, b, {.op = Op::Trans}));
  CHECK_THROWS_AS(Transfers(a, a, {.source = Section{{0, 5}, {0, 5}}}), ArgumentError);
  CHECK_THROWS_AS(Transfers(a, a, {.source = Section{{-1, 3}, {0, 5}}}), ArgumentError);
  CHECK_THROWS_AS(Transfers(a, a, {.source = Section{{3, 2}, {0, 5}}}), ArgumentError);
  CHECK_NOTHROW(Transfers(a, a, {.uplo = Uplo::Lower, .diagonal = INT64_MAX}));
  CHECK_NOTHROW(Transfers(a, a, {.uplo = Uplo::Upper, .diagonal = INT64_MIN}));
}

TEST_CASE("transfers: nothing moves between empty layouts, however long their other dimension") {
  for (const Index length : {Index{3'000'000'000}, INT64_MAX - 7, INT64_MAX})
    for (const Shape shape : {Shape{length, 0}, Shape{0, length}}) {
      const Layout slabs({.shape = shape, .block = {INT64_MAX / 3, INT64_MAX / 3}, .grid = {3, 1}});
      const Layout blocks({.shape = shape, .block = {64, 64}, .grid = {1, 3}});
      const Transfers moves(slabs, blocks, {.uplo = Uplo::Upper, .diagonal = INT64_MAX});
      CHECK(moves.summary(8).elements == 0);
      for (int rank = 0; rank < 3; ++rank) {
        const detail::Share sends = moves.sent_by(rank), receives = moves.received_by(rank);
        CHECK(sends.boxes().empty());
        CHECK(receives.boxes().empty());
      }
    }
}
