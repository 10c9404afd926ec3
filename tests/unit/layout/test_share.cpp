// SPDX-License-Identifier: BSD-3-Clause
// The shares of all three planners, compared with counting element by element.
#include <doctest/doctest.h>

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/layout/patchwork.hpp>
#include <ashlar/layout/transfers.hpp>

#include "counted_move.hpp"
#include "distributed.hpp"
#include "random_placement.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A function that returns true for the elements of the moved range that a triangle keeps.
auto kept_by(Uplo uplo, Index diagonal, Diag diag) {
  return [=](const Position& at) {
    if (uplo == Uplo::General) return true;
    const Index k = at[1] - at[0];
    if (diag == Diag::Unit && k == diagonal) return false;
    return uplo == Uplo::Lower ? k <= diagonal : k >= diagonal;
  };
}

/// The counted form of a move that a planner of matrices describes.
template <class Planner>
CountedMove counted(const Planner& moves, const Placement& source, const Placement& target,
                    int ranks, Diag diag) {
  const bool turned = is_transposing(moves.op());
  const Section from = moves.source_section(), to = moves.target_section();
  const detail::Triangle triangle = moves.triangle();
  return {.ranks = ranks,
          .source = source,
          .target = target,
          .axes = turned ? std::vector{1, 0} : std::vector{0, 1},
          .source_first = {from.rows.first, from.cols.first},
          .target_first = {to.rows.first, to.cols.first},
          .extents = {to.rows.size(), to.cols.size()},
          .is_kept = kept_by(triangle.uplo, triangle.diagonal, diag),
          .sent_by = [&moves](int rank) { return moves.sent_by(rank); },
          .received_by = [&moves](int rank) { return moves.received_by(rank); }};
}

CountedMove counted(const ArrayTransfers& moves, const ArrayTransferOptions& options) {
  Position source_first, target_first, extents;
  for (const Range& range : moves.source_box()) source_first.push_back(range.first);
  for (const Range& range : moves.target_box()) {
    target_first.push_back(range.first);
    extents.push_back(range.size());
  }
  return {.ranks = std::max(moves.source().nprocs(), moves.target().nprocs()),
          .source = moves.source(),
          .target = moves.target(),
          .axes = moves.axes(),
          .source_first = source_first,
          .target_first = target_first,
          .extents = extents,
          .is_kept = kept_by(options.uplo, options.diagonal, options.diag),
          .sent_by = [&moves](int rank) { return moves.sent_by(rank); },
          .received_by = [&moves](int rank) { return moves.received_by(rank); }};
}

TransferOptions random_options(PlacementDice& dice, Op op, Shape shape, Shape source,
                               Shape target) {
  const Shape from = is_transposing(op) ? shape.transposed() : shape;
  return {.op = op,
          .source = Section{dice.part(from.rows, source.rows), dice.part(from.cols, source.cols)},
          .target = Section{dice.part(shape.rows, target.rows), dice.part(shape.cols, target.cols)},
          .uplo = dice.chance(50)   ? Uplo::General
                  : dice.chance(50) ? Uplo::Upper
                                    : Uplo::Lower,
          .diagonal = dice.number(-9, 9),
          .diag = dice.chance(50) ? Diag::NonUnit : Diag::Unit};
}

struct RandomShapes {
  Op op;
  Shape moved, source, target;
};

RandomShapes random_shapes(PlacementDice& dice) {
  RandomShapes shapes{};
  shapes.op = dice.chance(50) ? Op::None : dice.chance(50) ? Op::Trans : Op::ConjTrans;
  shapes.moved = {dice.number(0, 20), dice.number(0, 20)};
  const auto wider = [&](Shape s) {
    return dice.chance(50) ? s : Shape{s.rows + dice.number(0, 9), s.cols + dice.number(0, 9)};
  };
  shapes.source = wider(is_transposing(shapes.op) ? shapes.moved.transposed() : shapes.moved);
  shapes.target = wider(shapes.moved);
  return shapes;
}

}  // namespace

TEST_CASE("share: of two layouts, every element is sent once and both ends agree") {
  for (int ranks : {1, 2, 3, 5, 7, 12}) {
    PlacementDice dice(static_cast<std::uint64_t>(1000 + ranks), ranks);
    for (int round = 0; round < 100; ++round) {
      const RandomShapes shapes = random_shapes(dice);
      const Layout source = dice.layout(shapes.source, ranks),
                   target = dice.layout(shapes.target, ranks);
      const TransferOptions options =
          random_options(dice, shapes.op, shapes.moved, shapes.source, shapes.target);
      const Transfers moves(source, target, options);
      INFO(concat("ranks ", ranks, " round ", round, ": ", source, " -> ", target));
      CHECK(counted(moves, source, target, ranks, options.diag).mistakes() == 0);
    }
  }
}

TEST_CASE("share: of two placements, every element is sent once to each copy and both ends agree") {
  for (int ranks : {1, 2, 3, 5, 7, 12}) {
    PlacementDice dice(static_cast<std::uint64_t>(2000 + ranks), ranks);
    for (int round = 0; round < 150; ++round) {
      const RandomShapes shapes = random_shapes(dice);
      const Placement source = dice.placement(shapes.source),
                      target = dice.placement(shapes.target);
      const TransferOptions o =
          random_options(dice, shapes.op, shapes.moved, shapes.source, shapes.target);
      std::vector<int> nodes;
      if (dice.chance(50))
        for (int rank = 0; rank < ranks; ++rank) nodes.push_back(rank / 2);
      const Patchwork moves(source, target, o, detail::NearestReplica(source.replicas(), nodes));
      INFO(concat("ranks ", ranks, " round ", round, ": ", source.to_string(), " -> ",
                  target.to_string()));
      CHECK(counted(moves, source, target, ranks, o.diag).mistakes() == 0);
    }
  }
}

TEST_CASE("share: of two arrays of 1 to 6 dimensions, every element is sent once") {
  for (int ranks : {1, 2, 3, 5, 7, 12}) {
    Draw random(static_cast<unsigned>(3000 + ranks));
    for (int round = 0; round < 100; ++round) {
      ArrayCase c = random_array_case(random, ranks);
      CAPTURE(ranks);
      CAPTURE(round);
      if (c.source.ndims() == 2) {
        c.options.uplo = round % 2 == 0 ? Uplo::Upper : Uplo::Lower;
        c.options.diagonal = random(-6, 6);
        c.options.diag = random(0, 1) == 1 ? Diag::Unit : Diag::NonUnit;
      }
      const ArrayTransfers moves(c.source, c.target, c.options);
      CHECK(counted(moves, c.options).mistakes() == 0);
      Index received = 0;
      for (int rank = 0; rank < c.target.nprocs(); ++rank) {
        const detail::Share share = moves.received_by(rank);
        for (const detail::Box& box : share.boxes()) received += box.elements;
      }
      CHECK(received == moves.elements());
    }
  }
}

TEST_CASE("share: all triangles of all operations, among layouts and block maps") {
  const Layout small({.shape = {5, 7}, .block = {2, 1}, .grid = {2, 2}}),
      turned({.shape = {7, 5}, .block = {3, 2}, .grid = {1, 3}, .source = {0, 2}});
  const BlockMap map({0, 1, 4, 5}, {0, 2, 7},
                     [](Index r, Index c) { return static_cast<int>((r + 2 * c) % 3); });
  for (Op op : {Op::None, Op::Trans, Op::ConjTrans})
    for (Uplo uplo : {Uplo::General, Uplo::Lower, Uplo::Upper})
      for (Diag diag : {Diag::NonUnit, Diag::Unit})
        for (Index diagonal = -6; diagonal <= 8; ++diagonal) {
          const Layout& source = op == Op::None ? small : turned;
          const TransferOptions options{.op = op, .uplo = uplo, .diagonal = diagonal, .diag = diag};
          const Transfers layout_moves(source, small, options);
          CHECK(counted(layout_moves, source, small, 4, diag).mistakes() == 0);
          const Patchwork map_moves(source, map, options);
          CHECK(counted(map_moves, source, map, 4, diag).mistakes() == 0);
        }
}

TEST_CASE("share: all permutations of up to five dimensions") {
  for (int n = 1; n <= 5; ++n) {
    std::vector<int> axes(static_cast<std::size_t>(n));
    std::iota(axes.begin(), axes.end(), 0);
    do {
      std::vector<Axis> from(axes.size()), to(axes.size());
      for (std::size_t d = 0; d < axes.size(); ++d) {
        const Index extent = 2 + axes[d] % 3;
        from[static_cast<std::size_t>(axes[d])] = {extent, 1, axes[d] == 1 ? 3 : 1, 0};
        to[d] = {extent, 2, d == 0 ? 2 : 1, d == 0 ? 1 : 0};
      }
      for (StorageOrder order : {StorageOrder::C, StorageOrder::Fortran})
        CHECK(counted(ArrayTransfers(Distribution(from, order), Distribution(to, order),
                                     {.axes = axes}),
                      {})
                  .mistakes() == 0);
    } while (std::next_permutation(axes.begin(), axes.end()));
  }
}

TEST_CASE("share: the runs of a cell meet every index of its block once along each dimension") {
  PlacementDice dice(4, 6);
  for (int round = 0; round < 200; ++round) {
    const Shape shape{dice.number(1, 24), dice.number(1, 24)};
    const Placement source = dice.placement(shape), target = dice.placement(shape);
    const Patchwork moves(source, target);
    for (int rank = 0; rank < 6; ++rank) {
      const detail::Share share = moves.received_by(rank);
      for (const detail::Cell& cell : share.cells())
        for (int d = 0; d < cell.ndims(); ++d) {
          std::vector<int> times(static_cast<std::size_t>(cell.shares(d).front().target_extent), 0);
          for (const detail::AxisShare& axis : cell.shares(d))
            axis.runs.for_each([&](const detail::Run& run) {
              for (Index k = 0; k < run.length; ++k)
                ++times[static_cast<std::size_t>(run.target_local + k)];
            });
          CHECK(times == std::vector<int>(times.size(), 1));
        }
    }
  }
}

TEST_CASE("share: parts sent to several copies are the same cells for each") {
  const Layout two({.shape = {8, 8}, .block = {2, 2}, .grid = {2, 1}});
  const Layout one({.shape = {8, 8}, .block = {8, 8}});
  const Patchwork spread(two, {one, Replicas(4, 1)});
  const detail::Share sends = spread.sent_by(1);
  REQUIRE(sends.cells().size() == 4);
  CHECK(sends.boxes().size() == 4);
  for (const detail::Cell& cell : sends.cells()) {
    CHECK(cell.block() == 0);
    CHECK(cell.shares(0).data() == sends.cells()[0].shares(0).data());
  }
  for (int rank = 0; rank < 4; ++rank) {
    REQUIRE(sends.boxes_of(rank).size() == 1);
    CHECK(sends.boxes_of(rank).front().elements == 32);
  }
}

TEST_CASE("share: a rank looks at its own part, not at all blocks and ranks") {
  const Index n = 1 << 16;
  const BlockMap map = BlockMap::tiles(
      {n, n}, {64, 64}, [](Index r, Index c) { return static_cast<int>(r * 1024 + c); });
  const Layout layout({.shape = {n, n}, .block = {96, 96}, .grid = {1024, 1024}});
  const Patchwork moves(map, layout);
  for (int rank : {0, 12345, (1 << 20) - 1}) {
    const detail::Share sends = moves.sent_by(rank), receives = moves.received_by(rank);
    CHECK(sends.boxes().size() <= 4);
    CHECK(receives.boxes().size() <= 9);
  }
  // CYCLIC(1) to a slab: one repeated run of any length.
  const Index billion = 1'000'000'000;
  const Layout cyclic({.shape = {billion, billion}, .block = {1, 1}, .grid = {2, 2}});
  const BlockMap halves({0, 10, billion}, {0, 10, billion}, [](Index r, Index) { return r == 0; });
  const detail::Share share = Patchwork(cyclic, halves).received_by(0);
  for (const detail::Box& box : share.boxes())
    for (int d = 0; d < 2; ++d) CHECK(box.runs(d).pattern.size() <= 2);
  CHECK(share.boxes().size() == 8);
}

TEST_CASE("share: that of a rank without elements is empty") {
  const Layout two({.shape = {8, 8}, .block = {2, 2}, .grid = {2, 1}});
  const detail::Share share = Transfers(two, two).sent_by(7);
  CHECK(share.cells().empty());
  CHECK(share.boxes().empty());
  CHECK(share.ranks().empty());
  CHECK(share.boxes_of(0).empty());
}
