// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/wrap.hpp>

#include <ashlar/mpi/context.hpp>

#include "oracle.hpp"

extern "C" {
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* row, int* col);
void Cigsum2d(int context, const char* scope, const char* top, int m, int n, int* a, int lda,
              int row, int col);
}

using namespace ashlar;
using namespace ashlar::test;

namespace {

// True if BLACS and the rank map describe the same grid.
bool agrees_with_blacs(int context, const RankMap& ranks, int rank) {
  const auto coord = ranks.coord_of(rank);
  if (!coord) return context == BlacsContext::none;
  int nprow = 0, npcol = 0, row = -1, col = -1;
  Cblacs_gridinfo(context, &nprow, &npcol, &row, &col);
  return GridShape{nprow, npcol} == ranks.grid() && Coord{row, col} == *coord;
}

// True if a sum of (rank + 1) over the ranks of the grid arrives on each of them.
bool can_talk(int context, const RankMap& ranks, int rank) {
  if (context == BlacsContext::none) return true;
  int wanted = 0;
  for (int row = 0; row < ranks.grid().rows; ++row)
    for (int col = 0; col < ranks.grid().cols; ++col) wanted += ranks.rank_of({row, col}) + 1;
  int sum = rank + 1;
  Cigsum2d(context, "All", " ", 1, 1, &sum, 1, -1, -1);
  return sum == wanted;
}

}  // namespace

TEST_CASE("blacs_context: has the ranks at the positions of the rank map") {
  Choice choice(1);
  for (int round = 0; round < 30; ++round) {
    const RankMap ranks = choice.ranks(world().size());
    const int context = blacs_context(world(), ranks);
    check_all(world(), agrees_with_blacs(context, ranks, world().rank()), "BLACS has another grid");
    check_all(world(), can_talk(context, ranks, world().rank()), "the grid does not add up");
    check_all(world(), blacs_context(world(), ranks) == context,
              "a second call made another context");
  }
}

TEST_CASE("blacs_context: works on split communicators, where the ranks have other numbers") {
  const int color = world().rank() % 2;
  const auto part = mpi::Communicator::split(world(), color, -world().rank());
  const RankMap ranks({1, part.size()}, GridOrder::Row);
  const int context = blacs_context(part, ranks);
  const bool is_right =
      agrees_with_blacs(context, ranks, part.rank()) && can_talk(context, ranks, part.rank());
  check_all(world(), is_right, "the grid on half of the ranks is wrong");
}

TEST_CASE("blacs_context: refuses ranks that the communicator does not have") {
  const RankMap too_many({1, world().size() + 1}, GridOrder::Row);
  const std::string message =
      message_of<ArgumentError>([&] { (void)blacs_context(world(), too_many); });
  check_all(world(), contains(message, concat("needs ", world().size() + 1, " ranks")), message);
}

TEST_CASE("BlacsContext: moves like a handle") {
  const RankMap ranks({1, world().size()}, GridOrder::Row);
  BlacsContext a(world(), ranks), b(world(), ranks);
  const int native_b = b.native();
  a = std::move(b);
  check_all(world(), a.native() == native_b, "the context did not move");
  BlacsContext c(std::move(a));
  check_all(world(), can_talk(c.native(), ranks, world().rank()), "the moved context is dead");
  BlacsContext& same = c;
  c = std::move(same);
  check_all(world(), can_talk(c.native(), ranks, world().rank()),
            "moving onto itself lost the context");
}
