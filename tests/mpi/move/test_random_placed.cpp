// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include <ashlar/base/concat.hpp>

#include "mpi/move/placed_specimen.hpp"
#include "support/mpi_test.hpp"
#include "unit/layout/random_placement.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A move between placements, drawn at random; the same on all ranks that draw with the same dice.
struct PlacedMove {
  Placement source{Layout()}, target{Layout()};
  Section source_section, target_section;
  PlacedKeeping source_keeping = {}, target_keeping = {};
  PlacedCopyOptions options = {};
  DType dtype = DType::Float64;
  std::uint64_t seed = 0;
};

PlacedKeeping draw_keeping(PlacementDice& dice) {
  return {dice.chance(40), dice.chance(30), dice.number(0, 3)};
}

PlacedMove draw(PlacementDice& dice) {
  PlacedMove move;
  const Shape shape{dice.chance(10) ? 0 : dice.number(1, 60), dice.number(1, 60)};
  const Op op = dice.chance(50) ? Op::None : dice.chance(50) ? Op::Trans : Op::ConjTrans;
  const Shape from = is_transposing(op) ? shape.transposed() : shape;
  const auto wider = [&](Shape s) {
    return dice.chance(50) ? s : Shape{s.rows + dice.number(0, 20), s.cols + dice.number(0, 20)};
  };
  const Shape source = wider(from), target = wider(shape);
  move.source = dice.placement(source);
  move.target = dice.placement(target);
  move.source_section = {dice.part(from.rows, source.rows), dice.part(from.cols, source.cols)};
  move.target_section = {dice.part(shape.rows, target.rows), dice.part(shape.cols, target.cols)};
  move.source_keeping = draw_keeping(dice);
  move.target_keeping = draw_keeping(dice);
  move.options = {.op = op,
                  .uplo = dice.chance(60)   ? Uplo::General
                          : dice.chance(50) ? Uplo::Upper
                                            : Uplo::Lower,
                  .diagonal = dice.number(-20, 20),
                  .diag = dice.chance(50) ? Diag::NonUnit : Diag::Unit,
                  .transport = dice.chance(50) ? Transport::Automatic : Transport::Messages,
                  .piece_bytes = dice.chance(30) ? Index{256} << 10 : dice.number(1, 2000)};
  move.dtype = all_dtypes[dice.number(0, 11)];
  move.seed = static_cast<std::uint64_t>(dice.number(0, Index{1} << 60));
  return move;
}

/// Elements of this rank that are not what counting one by one says; -1 if there is nothing to move
/// between matrices of this kind.
/// @param moved  what is moved; `move` is what is expected
template <class T>
Index count_wrong(mpi::CommunicatorView comm, const PlacedMove& move, const PlacedMove& moved) {
  PlacedSpecimen<T> source(comm, move.source, move.source_keeping, move.seed);
  PlacedSpecimen<T> target(comm, move.target, move.target_keeping, move.seed + 1);
  const bool done = std::visit(
      [&](const auto& from, auto& to) {
        if constexpr (MatrixLike<decltype(from)> && MatrixLike<decltype(to)>) return false;
        else
          copy_into(from.view(moved.source_section.rows, moved.source_section.cols),
                    to.view(moved.target_section.rows, moved.target_section.cols), moved.options);
        return true;
      },
      source.matrix(), target.matrix());
  if (!done) return -1;
  const CopyOptions o{.uplo = move.options.uplo, .diagonal = move.options.diagonal};
  return source.count_wrong([&](Index i, Index j) { return mixed<T>(move.seed, i, j); }) +
         target.count_wrong([&](Index gi, Index gj) {
           const Index i = gi - move.target_section.rows.first,
                       j = gj - move.target_section.cols.first, k = j - i;
           const bool is_inside = i >= 0 && i < move.target_section.rows.size() && j >= 0 &&
                                  j < move.target_section.cols.size();
           const bool is_kept = o.uplo == Uplo::General ||
                                (o.uplo == Uplo::Lower ? k <= o.diagonal : k >= o.diagonal);
           const bool is_unit =
               o.uplo != Uplo::General && move.options.diag == Diag::Unit && k == o.diagonal;
           if (!is_inside || !is_kept || is_unit) return mixed<T>(move.seed + 1, gi, gj);
           const bool turned = is_transposing(move.options.op);
           const T value = mixed<T>(move.seed, move.source_section.rows.first + (turned ? j : i),
                                    move.source_section.cols.first + (turned ? i : j));
           return move.options.op == Op::ConjTrans ? flipped(value) : value;
         });
}

}  // namespace

TEST_CASE("copy_into: random moves between block maps, layouts and copies are right in every bit") {
  const auto comm = world();
  const char* wanted = std::getenv("ASHLAR_TEST_MOVES");
  const int moves = wanted != nullptr ? std::atoi(wanted) : 400;
  PlacementDice dice(static_cast<std::uint64_t>(4711 + comm.size()), comm.size());
  int done = 0;
  for (int k = 0; k < moves; ++k) {
    const PlacedMove move = draw(dice);
    const Index wrong = visit_element(move.dtype, [&](auto tag) {
      return count_wrong<typename decltype(tag)::type>(comm, move, move);
    });
    done += wrong >= 0 ? 1 : 0;
    if (!check_all(
            comm, wrong <= 0,
            concat("move ", k, " of ", to_string(move.dtype), ", ", to_string(move.options.op),
                   ", ", to_string(move.options.uplo), ": ", move.source.to_string(), " -> ",
                   move.target.to_string(), ": ", wrong, " elements wrong")))
      break;
  }
  CHECK(done > moves / 2);
}

TEST_CASE("copy_into: a planted error in a move between block maps is found") {
  const auto comm = world();
  const PlacedMove move{.source = BlockMap({0, 3, 7, 9}, {0, 8}, {0, comm.size() - 1, 0}),
                        .target = BlockMap({0, 5, 8}, {0, 1, 8}, {0, 0, comm.size() / 2, 0}),
                        .source_section = {{1, 9}, {0, 8}},
                        .target_section = {{0, 8}, {0, 8}},
                        .seed = 12};
  PlacedMove other = move;
  other.source_section.rows = {0, 8};
  check_all(comm, count_wrong<double>(comm, move, move) == 0, "as it should be");
  Index wrong = count_wrong<double>(comm, move, other);
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT64_T, MPI_SUM, comm.native()),
             "MPI_Allreduce");
  CHECK(wrong == 64);
}
