// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/move_cost.hpp>
#include <ashlar/layout/transfers.hpp>

using namespace ashlar;

namespace {

/// The same figures from the messages that every rank sends and receives.
TransferSummary summary_by_ranks(const Transfers& moves) {
  TransferSummary sum;
  const Index ranks = std::max(moves.source().grid().size(), moves.target().grid().size());
  for (int rank = 0; rank < ranks; ++rank) {
    const Traffic t = moves.traffic_of(rank);
    const bool receives = moves.target().ranks().coord_of(rank).has_value();
    sum.elements += receives ? t.received + t.kept : 0;
    sum.elements_kept += t.kept;
    sum.messages += t.messages_out;
    sum.max_received = std::max(sum.max_received, t.received + t.kept);
    sum.max_sent = std::max(sum.max_sent, t.sent);
    sum.max_buffered = std::max(sum.max_buffered, t.sent + t.received);
  }
  return sum;
}

bool same(const TransferSummary& a, const TransferSummary& b) {
  return a.elements == b.elements && a.elements_kept == b.elements_kept &&
         a.messages == b.messages && a.max_received == b.max_received && a.max_sent == b.max_sent &&
         a.max_buffered == b.max_buffered;
}

class Dice {
 public:
  Index from(Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(engine_);
  }
  bool coin() { return from(0, 1) == 1; }
  Layout layout(Shape shape, Index largest_block) {
    const GridShape grid{static_cast<int>(from(1, 9)), static_cast<int>(from(1, 9))};
    return Layout({.shape = shape,
                   .block = {from(1, largest_block), from(1, largest_block)},
                   .grid = grid,
                   .source = {static_cast<int>(from(0, grid.rows - 1)),
                              static_cast<int>(from(0, grid.cols - 1))},
                   .grid_order = coin() ? GridOrder::Row : GridOrder::Column});
  }
  Range within(Index extent, Index size) {
    const Index first = from(0, extent - size);
    return {first, first + size};
  }

 private:
  std::mt19937_64 engine_{20261123};
};

}  // namespace

TEST_CASE("transfers: the summary of a triangle is that of its ranks") {
  Dice dice;
  constexpr Index extents[] = {3000, 400, 60};
  for (int k = 0; k < 300; ++k) {
    CAPTURE(k);
    const Index most = extents[k % 3], block = k % 2 == 0 ? 200 : 12;
    const Shape shape{dice.from(0, most), dice.from(0, most)};
    const Shape part{dice.from(0, shape.rows), dice.from(0, shape.cols)};
    const bool transpose = dice.coin();
    const Shape moved = transpose ? part.transposed() : part;
    const Shape to{moved.rows + dice.from(0, 20), moved.cols + dice.from(0, 20)};
    const TransferOptions options{
        .op = transpose ? Op::Trans : Op::None,
        .source = Section{dice.within(shape.rows, part.rows), dice.within(shape.cols, part.cols)},
        .target = Section{dice.within(to.rows, moved.rows), dice.within(to.cols, moved.cols)},
        .uplo = dice.coin() ? Uplo::Lower : Uplo::Upper,
        .diagonal = dice.from(-moved.rows - 3, moved.cols + 3),
        .diag = dice.coin() ? Diag::Unit : Diag::NonUnit};
    const Transfers moves(dice.layout(shape, block), dice.layout(to, block), options);
    CHECK(same(moves.summary(8), summary_by_ranks(moves)));
  }
}

TEST_CASE("transfers: a triangle that stays in place, and one distributed element by element") {
  const auto layout = [](Block block, GridShape grid) {
    return Layout({.shape = {4000, 3000}, .block = block, .grid = grid});
  };
  for (const Transfers& moves :
       {Transfers(layout({7, 5}, {4, 6}), layout({7, 5}, {4, 6}), {.uplo = Uplo::Upper}),
        Transfers(layout({1, 1}, {3, 2}), layout({1, 1}, {2, 3}), {.uplo = Uplo::Lower}),
        Transfers(layout({1, 2}, {1, 5}), layout({3000, 1}, {4, 1}),
                  {.uplo = Uplo::Lower, .diagonal = -17})})
    CHECK(same(moves.summary(8), summary_by_ranks(moves)));
}

TEST_CASE("cost_of: the busiest rank of a small move, counted by hand") {
  // Rows of 2 on 2 ranks become columns of 2 on 2 ranks: each rank sends 4 elements to the other.
  const Layout rows({.shape = {4, 4}, .block = {2, 4}, .grid = {2, 1}});
  const Layout cols({.shape = {4, 4}, .block = {4, 2}, .grid = {1, 2}});
  const Network network{.latency_s = 1, .bytes_per_s = 16};
  const MoveCost all = cost_of(Transfers(rows, cols), 8, network);
  CHECK(all.messages == 2);
  CHECK(all.bytes == 64);
  CHECK(all.seconds == 6);
  CHECK(all.rank == 0);
  // Of the lower triangle, rank 1 sends its first two columns, and rank 0 sends none.
  const MoveCost lower = cost_of(Transfers(rows, cols, {.uplo = Uplo::Lower}), 8, network);
  CHECK(lower.messages == 1);
  CHECK(lower.bytes == 32);
  CHECK(lower.seconds == 3);
  CHECK(cost_of(Transfers(rows, rows), 8, network).seconds == 0);
  CHECK_THROWS_AS(cost_of(Transfers(rows, cols), 8, {.bytes_per_s = 0}), ArgumentError);
  CHECK_THROWS_AS(cost_of(Transfers(rows, cols), 8, {.latency_s = -1}), ArgumentError);
}

TEST_CASE("cost_of: that of the rank which takes longest") {
  Dice dice;
  for (int k = 0; k < 100; ++k) {
    const Shape shape{dice.from(0, 300), dice.from(0, 300)};
    const Transfers moves(dice.layout(shape, 40), dice.layout(shape, 40),
                          {.uplo = k % 3 == 0   ? Uplo::General
                                   : k % 3 == 1 ? Uplo::Lower
                                                : Uplo::Upper});
    double most = 0;
    for (int rank = 0; rank < 81; ++rank) {
      const Traffic t = moves.traffic_of(rank);
      most = std::max(most, static_cast<double>(t.messages_in + t.messages_out) * 2e-6 +
                                static_cast<double>((t.sent + t.received) * 8) / 1e9);
    }
    CHECK(cost_of(moves, 8, {.latency_s = 2e-6, .bytes_per_s = 1e9}).seconds == most);
  }
}

TEST_CASE("transfers: the summary of a triangle between two million ranks") {
  const auto layout = [](Index block, GridShape grid) {
    return Layout({.shape = {1000000, 1000000}, .block = {block, block}, .grid = grid});
  };
  const Layout source = layout(64, {1000, 2000}), target = layout(96, {2000, 1000});
  const Transfers lower(source, target, {.uplo = Uplo::Lower});
  const Transfers above(source, target, {.uplo = Uplo::Upper, .diagonal = 1});
  const TransferSummary all = Transfers(source, target).summary(8), of_lower = lower.summary(8),
                        of_above = above.summary(8);
  CHECK(of_lower.elements == 500000500000);
  CHECK(of_lower.elements + of_above.elements == all.elements);
  CHECK(of_lower.elements_kept + of_above.elements_kept == all.elements_kept);
  Index most = 0;
  for (const int rank : {0, 1, 999, 1000, 777777, 1999999}) {
    const Traffic t = lower.traffic_of(rank);
    most = std::max(most, t.sent + t.received);
  }
  CHECK(of_lower.max_buffered >= most);
  CHECK(static_cast<double>(of_lower.max_buffered) < 1.2 * static_cast<double>(most));
}
