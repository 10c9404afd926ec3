// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <iterator>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/patchwork.hpp>

#include "random_placement.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// An element that one rank sends to another: its global indices on both sides.
struct Moved {
  Index source_row, source_col, target_row, target_col;
  friend bool operator==(const Moved&, const Moved&) = default;
};

/// Global indices of the local element (il, jl) of a rank's block.
std::pair<Index, Index> global_place(const Placement& placement, int rank, int block, Index il,
                                     Index jl) {
  const int member = placement.replicas().seat_of(rank)->member;
  if (const Layout* layout = placement.layout()) {
    const Coord coord = *layout->ranks().coord_of(member);
    return {layout->rows().to_global(coord.row, il), layout->cols().to_global(coord.col, jl)};
  }
  const BlockMap& map = *placement.block_map();
  const Section section = map.section_of(map.blocks_of(member)[static_cast<std::size_t>(block)]);
  REQUIRE(il < section.rows.size());
  REQUIRE(jl < section.cols.size());
  return {section.rows.first + il, section.cols.first + jl};
}

/// All elements of a box, column by column of the target.
std::vector<Moved> elements_of(const Patchwork& moves, const detail::Box& box, int rank,
                               bool sending) {
  const int sender = sending ? rank : box.rank, receiver = sending ? box.rank : rank;
  const bool turned = is_transposing(moves.op());
  std::vector<Moved> found;
  box.runs(1).for_each([&](const detail::Run& col) {
    for (Index c = 0; c < col.length; ++c) {
      box.runs(0).for_each([&](const detail::Run& row) {
        for (Index r = 0; r < row.length; ++r) {
          if (!box.triangle().contains(row.at + r, col.at + c)) continue;
          Index il = row.source_local + r, jl = col.source_local + c;
          if (turned) std::swap(il, jl);
          const auto from = global_place(moves.source(), sender, box.source_block, il, jl);
          const auto to = global_place(moves.target(), receiver, box.target_block,
                                       row.target_local + r, col.target_local + c);
          found.push_back({from.first, from.second, to.first, to.second});
        }
      });
    }
  });
  return found;
}

/// Elements that `rank` exchanges with `other`, in order.
std::vector<Moved> exchanged(const Patchwork& moves, int rank, int other, bool sending) {
  std::vector<Moved> all;
  const detail::Share share = sending ? moves.sent_by(rank) : moves.received_by(rank);
  for (const detail::Box& box : share.boxes_of(other)) {
    const auto some = elements_of(moves, box, rank, sending);
    CHECK(std::ssize(some) == box.elements);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

int owner_of(const Placement& placement, Index i, Index j) {
  return placement.layout() ? placement.layout()->owner_rank(i, j)
                            : placement.block_map()->owner_rank(i, j);
}

/// Counts the arrivals of every element of the target section at each copy, and checks their
/// origins.
void check_move(const Patchwork& moves, const TransferOptions& options, int ranks) {
  const Section to = moves.target_section(), from = moves.source_section();
  std::set<std::tuple<int, Index, Index>> written;
  Index wrong = 0;
  for (int s = 0; s < ranks; ++s) {
    for (int d = 0; d < ranks; ++d) {
      const auto sent = exchanged(moves, s, d, true);
      CHECK(sent == exchanged(moves, d, s, false));
      for (const Moved& m : sent) {
        const Index i = m.target_row - to.rows.first, j = m.target_col - to.cols.first;
        const bool turned = is_transposing(moves.op());
        wrong += m.source_row - from.rows.first != (turned ? j : i);
        wrong += m.source_col - from.cols.first != (turned ? i : j);
        wrong += moves.source().replicas().rank_of(
                     moves.source().replicas().seat_of(s)->replica,
                     owner_of(moves.source(), m.source_row, m.source_col)) != s;
        wrong += moves.target().replicas().seat_of(d)->member !=
                 owner_of(moves.target(), m.target_row, m.target_col);
        wrong += !written.emplace(d, m.target_row, m.target_col).second;
      }
    }
  }
  CHECK(wrong == 0);
  Index expected = 0;
  for (Index i = 0; i < to.rows.size(); ++i)
    for (Index j = 0; j < to.cols.size(); ++j) {
      const Index k = j - i;
      const bool is_kept =
          options.uplo == Uplo::General ||
          (options.uplo == Uplo::Lower ? k <= options.diagonal : k >= options.diagonal);
      const bool is_unit =
          options.uplo != Uplo::General && options.diag == Diag::Unit && k == options.diagonal;
      expected += is_kept && !is_unit ? moves.target().replicas().count() : 0;
    }
  CHECK(static_cast<Index>(written.size()) == expected);
}

}  // namespace

TEST_CASE("patchwork: both ends of every random move agree with counting element by element") {
  for (int ranks : {1, 2, 3, 5, 8}) {
    PlacementDice dice(static_cast<std::uint64_t>(77 + ranks), ranks);
    for (int round = 0; round < 60; ++round) {
      const Shape shape{dice.number(0, 24), dice.number(0, 24)};
      const Op op = dice.chance(50) ? Op::None : dice.chance(50) ? Op::Trans : Op::ConjTrans;
      const Shape from_shape = is_transposing(op) ? shape.transposed() : shape;
      const auto wider = [&](Shape s) {
        return dice.chance(50) ? s : Shape{s.rows + dice.number(0, 9), s.cols + dice.number(0, 9)};
      };
      const Shape source_shape = wider(from_shape), target_shape = wider(shape);
      const Placement source = dice.placement(source_shape), target = dice.placement(target_shape);
      std::vector<int> nodes;
      if (dice.chance(50))
        for (int rank = 0; rank < ranks; ++rank) nodes.push_back(rank / 2);
      const TransferOptions options{
          .op = op,
          .source = Section{dice.part(from_shape.rows, source_shape.rows),
                            dice.part(from_shape.cols, source_shape.cols)},
          .target = Section{dice.part(shape.rows, target_shape.rows),
                            dice.part(shape.cols, target_shape.cols)},
          .uplo = dice.chance(50)   ? Uplo::General
                  : dice.chance(50) ? Uplo::Upper
                                    : Uplo::Lower,
          .diagonal = dice.number(-9, 9),
          .diag = dice.chance(50) ? Diag::NonUnit : Diag::Unit};
      INFO(concat("ranks ", ranks, " round ", round, ": ", source.to_string(), " -> ",
                  target.to_string()));
      check_move(
          Patchwork(source, target, options, detail::NearestReplica(source.replicas(), nodes)),
          options, ranks);
    }
  }
}

TEST_CASE("patchwork: every copy is written, each reader takes the nearest") {
  const Layout two({.shape = {8, 8}, .block = {2, 2}, .grid = {2, 1}});
  const Layout one({.shape = {8, 8}, .block = {8, 8}});
  // Distributed from ranks 0 and 1 to four whole copies.
  const Patchwork spread(two, {one, Replicas(4, 1)});
  for (int rank = 0; rank < 4; ++rank) {
    Index received = 0;
    const detail::Share share = spread.received_by(rank);
    for (const detail::Box& box : share.boxes()) received += box.elements;
    CHECK(received == 64);
  }
  // With whole copies every rank has all elements that it needs.
  const Patchwork back({one, Replicas(4, 1)}, two);
  for (int rank = 0; rank < 4; ++rank) {
    const detail::Share share = back.sent_by(rank);
    for (const detail::Box& box : share.boxes()) CHECK(box.rank == rank);
    CHECK(share.boxes().size() == (rank < 2 ? 1u : 0u));
  }
}

TEST_CASE("patchwork: a share's boxes are handed out by rank, all of them in their order") {
  PlacementDice dice(5, 4);
  Index several = 0;
  for (int round = 0; round < 40; ++round) {
    const Shape shape{dice.number(0, 20), dice.number(0, 20)};
    const Patchwork moves(dice.placement(shape), dice.placement(shape));
    const detail::Share share = moves.received_by(round % 4);
    const detail::Box* next = share.boxes().data();
    int last_rank = -1;
    for (int rank : share.ranks()) {
      CHECK(rank > last_rank);
      last_rank = rank;
      const std::span<const detail::Box> boxes = share.boxes_of(rank);
      REQUIRE_FALSE(boxes.empty());
      CHECK(boxes.data() == next);
      for (const detail::Box& box : boxes) CHECK(box.rank == rank);
      next += boxes.size();
      several += boxes.size() > 1 ? 1 : 0;
    }
    CHECK(next == share.boxes().data() + share.boxes().size());
  }
  CHECK(several > 0);
}

TEST_CASE("patchwork: two that move the same elements are equal, however they were asked for") {
  const BlockMap map({0, 4}, {0, 6}, {0});
  CHECK(Patchwork(map, map) == Patchwork(map, map, {.source = Section{{0, 4}, {0, 6}}}));
  CHECK_FALSE(Patchwork(map, map) == Patchwork(map, map, {.uplo = Uplo::Lower}));
  CHECK_FALSE(Patchwork(map, map, {.uplo = Uplo::Lower}) ==
              Patchwork(map, map, {.uplo = Uplo::Lower, .diag = Diag::Unit}));
}

TEST_CASE("patchwork: placements that do not fit are refused with a sentence") {
  const BlockMap map({0, 4}, {0, 6}, {0});
  CHECK_THROWS_WITH_AS(
      Patchwork(map, map, {.op = Op::Trans}),
      "move: the source, transposed, is 6x4, but the target is 4x6; give sections or layouts of "
      "equal shape",
      ArgumentError);
  CHECK_THROWS_AS(Patchwork(map, map, {.source = Section{{0, 5}, {0, 6}}}), ArgumentError);
  CHECK_THROWS_AS(Patchwork(map, map, {}, detail::NearestReplica(Replicas(2, 1))), ArgumentError);
}
