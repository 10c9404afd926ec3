// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/process_grid.hpp>

#include <string>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/descriptor.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using test::check_all;
using test::world;

namespace {

/// Calls f with the communicator of the first P ranks for each P; the others wait.
template <class F>
void for_each_size(F&& f) {
  for (int size = 1; size <= world().size(); ++size) {
    const auto part = mpi::Communicator::split(world(), world().rank() < size ? 0 : MPI_UNDEFINED);
    if (!part.is_null()) f(part.view());
    world().barrier();
  }
}

}  // namespace

TEST_CASE("process grid: balanced uses all ranks and is the best of MPI_Dims_create") {
  for_each_size([](mpi::CommunicatorView comm) {
    const auto grid = ProcessGrid::balanced(comm);
    const auto dims = dims_create(comm.size(), {0, 0});
    CHECK(grid.shape() == GridShape{dims[0], dims[1]});
    CHECK(grid.idle_ranks() == 0);
    CHECK(grid.grid_order() == GridOrder::Row);
    REQUIRE(grid.coord().has_value());
    CHECK(grid.rank_of(*grid.coord()) == comm.rank());
    CHECK(ProcessGrid::balanced(comm, GridOrder::Column).grid_order() == GridOrder::Column);
  });
}

TEST_CASE("process grid: explicit shapes in both orders, as the BLACS numbers them") {
  test::for_each_grid(world(), [](mpi::CommunicatorView comm, GridShape shape, GridOrder order) {
    const ProcessGrid grid(comm, shape, order);
    const int rank = comm.rank();
    const Coord expected = order == GridOrder::Row ? Coord{rank / shape.cols, rank % shape.cols}
                                                   : Coord{rank % shape.rows, rank / shape.rows};
    CHECK(grid.coord() == expected);
    CHECK(grid.shape() == shape);
  });
}

TEST_CASE("process grid: ranks beyond an explicit shape are idle, as the reason states") {
  const ProcessGrid grid(world(), {1, 1});
  CHECK(grid.coord().has_value() == (world().rank() == 0));
  CHECK(grid.idle_ranks() == world().size() - 1);
  if (world().size() > 1)
    CHECK(grid.reason() ==
          concat("1x1 of ", world().size(), " ranks, ", world().size() - 1, " idle: as asked for"));
}

TEST_CASE("process grid: a shape with more positions than ranks is refused") {
  CHECK_THROWS_AS(ProcessGrid(world(), {world().size(), 2}), ArgumentError);
  CHECK_THROWS_AS(ProcessGrid(world(), {0, 1}), ArgumentError);
  CHECK_THROWS_AS(ProcessGrid(world(), RankMap({1, 1}, GridOrder::Row, world().size())),
                  ArgumentError);
}

TEST_CASE(
    "process grid: half-fixed shapes follow MPI_Dims_create, or leave ranks idle when allowed") {
  const int size = world().size();
  const ProcessGrid tall = ProcessGrid::make(world(), {.shape = {0, 1}});
  CHECK(tall.shape() == GridShape{size, 1});
  if (size == 5) {
    CHECK_THROWS_AS(ProcessGrid::make(world(), {.shape = {0, 2}}), ArgumentError);
    const auto grid = ProcessGrid::make(world(), {.shape = {0, 2}, .idle = IdleRanks::Allowed});
    CHECK(grid.shape() == GridShape{2, 2});
    CHECK(grid.reason() == "2x2 of 5 ranks, 1 idle: 0x2 was asked for, 0 to be chosen");
    CHECK(ProcessGrid::make(world(), {.shape = {3, 0}, .idle = IdleRanks::Allowed}).shape() ==
          GridShape{3, 1});
  }
  CHECK_THROWS_AS(ProcessGrid::make(world(), {.shape = {-1, 0}}), ArgumentError);
  CHECK_THROWS_AS(ProcessGrid::make(world(), {.shape = {size + 1, 0}, .idle = IdleRanks::Allowed}),
                  ArgumentError);
}

TEST_CASE("process grid: idle ranks buy a squarer grid when their number is awkward") {
  const auto grid = ProcessGrid::make(world(), {.idle = IdleRanks::Allowed});
  CHECK(4 * grid.shape().size() >= 3 * Index{world().size()});
  if (world().size() == 5) {
    CHECK(grid.shape() == GridShape{2, 2});
    CHECK(grid.reason() == "2x2 of 5 ranks, 1 idle: 5 ranks would make 5x1");
    CHECK(grid.coord().has_value() == (world().rank() != 4));
  }
}

TEST_CASE("process grid: a rank map puts any rank anywhere") {
  std::vector<int> reversed;
  for (int rank = world().size() - 1; rank >= 0; --rank) reversed.push_back(rank);
  const ProcessGrid grid(world(), RankMap({1, world().size()}, GridOrder::Row, reversed));
  CHECK(grid.coord() == Coord{0, world().size() - 1 - world().rank()});
  CHECK(grid.rank_of({0, 0}) == world().size() - 1);
}

TEST_CASE("process grid: distributes a matrix, and refuses impossible blocks") {
  const auto grid = ProcessGrid::balanced(world(), GridOrder::Column);
  const Layout layout =
      grid.layout({9, 7}, {.block = {2, 3}, .source = {grid.shape().rows - 1, 0}});
  CHECK(layout.shape() == Shape{9, 7});
  CHECK(layout.block() == Block{2, 3});
  CHECK(layout.grid() == grid.shape());
  CHECK(layout.source() == Coord{grid.shape().rows - 1, 0});
  CHECK(layout.grid_order() == GridOrder::Column);
  CHECK(grid.layout({9, 7}).block() == Block{});
  CHECK_THROWS_AS((void)grid.layout({9, 7}, {.block = {0, 3}, .source = {}}), ArgumentError);
  CHECK_THROWS_AS((void)grid.layout({-1, 7}), ArgumentError);
}

TEST_CASE("process grid: row and column communicators number their ranks by the other coordinate") {
  test::for_each_grid(world(), [](mpi::CommunicatorView comm, GridShape shape, GridOrder order) {
    const ProcessGrid grid(comm, shape, order);
    const auto row = grid.row_communicator(), col = grid.col_communicator();
    bool right = row.size() == shape.cols && row.rank() == grid.coord()->col;
    right = right && col.size() == shape.rows && col.rank() == grid.coord()->row;
    check_all(comm, right, "sizes and ranks along the grid's row and column");
    check_all(comm, grid.row_communicator() == row && grid.col_communicator() == col,
              "asked again, the same");
  });
}

TEST_CASE("process grid: an idle rank has neither row nor column") {
  const ProcessGrid grid(world(), {1, 1});
  const bool idle = world().rank() != 0;
  check_all(world(),
            grid.row_communicator().is_null() == idle && grid.col_communicator().is_null() == idle,
            "communicators of ranks in the grid alone");
}

TEST_CASE("process grid: is a value") {
  const auto a = ProcessGrid::balanced(world());
  const auto b = a;
  CHECK(a == b);
  CHECK(a != ProcessGrid(mpi::CommunicatorView::self(), {1, 1}));
}
