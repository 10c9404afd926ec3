// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/process_grid.hpp>

#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {
namespace {

std::string name(GridShape shape) { return concat(shape.rows, "x", shape.cols); }

GridShape most_square(int ranks) {
  const auto dims = dims_create(ranks, {0, 0});
  return {dims[0], dims[1]};
}

/// Most square grid of the largest number of ranks for which it is at most twice as high as wide;
/// of all ranks if more than a quarter would be idle.
GridShape well_shaped(int ranks) {
  for (int used = ranks; 4 * Index{used} >= 3 * Index{ranks}; --used) {
    const GridShape shape = most_square(used);
    if (shape.rows <= 2 * Index{shape.cols}) return shape;
  }
  return most_square(ranks);
}

/// Completes a half-fixed shape with as many rows or columns as fit.
GridShape half_fixed(GridShape shape, int ranks) {
  const int fixed = shape.rows + shape.cols;
  expect(fixed <= ranks, "process grid: the fixed dimension of ", name(shape), " takes ",
         detail::counted(fixed, "rank"), ", but the communicator has ", ranks);
  return shape.rows == 0 ? GridShape{ranks / fixed, fixed} : GridShape{fixed, ranks / fixed};
}

GridShape choose_shape(const GridOptions& options, int ranks) {
  const GridShape asked = options.shape;
  expect(asked.rows >= 0 && asked.cols >= 0, "process grid: ", name(asked),
         " has a negative dimension; give 0 to have it chosen");
  if (options.idle == IdleRanks::Forbidden) {
    const auto dims = dims_create(ranks, {asked.rows, asked.cols});
    return {dims[0], dims[1]};
  }
  if (asked.rows > 0 && asked.cols > 0) return asked;
  return asked == GridShape{0, 0} ? well_shaped(ranks) : half_fixed(asked, ranks);
}

std::string usage(const RankMap& ranks, int size) {
  const Index used = ranks.grid().size();
  if (used == size) return concat(name(ranks.grid()), " of all ", detail::counted(size, "rank"));
  return concat(name(ranks.grid()), " of ", detail::counted(size, "rank"), ", ", size - used,
                " idle");
}

std::string explain(const GridOptions& options, const RankMap& ranks, int size) {
  const GridShape asked = options.shape;
  const std::string fact = usage(ranks, size);
  if (asked.rows > 0 && asked.cols > 0) return fact + ": as asked for";
  if (asked.rows > 0 || asked.cols > 0)
    return concat(fact, ": ", name(asked), " was asked for, 0 to be chosen");
  if (ranks.grid().size() == size) return fact + ": the most nearly square grid";
  return concat(fact, ": ", detail::counted(size, "rank"), " would make ", name(most_square(size)));
}

}  // namespace

ProcessGrid::ProcessGrid(mpi::CommunicatorView comm, RankMap ranks, std::string reason)
    : ranks_(std::move(ranks)), reason_(std::move(reason)) {
  expect(ranks_.required_size() <= comm.size(), "process grid: ", name(shape()),
         " needs ranks 0 to ", ranks_.required_size() - 1, ", but the communicator has ",
         detail::counted(comm.size(), "rank"));
  comm_ = mpi::detail::BoundCommunicator(comm);
}

ProcessGrid::ProcessGrid(mpi::CommunicatorView comm, GridShape shape, GridOrder order)
    : ProcessGrid(comm, RankMap(shape, order)) {}

ProcessGrid::ProcessGrid(mpi::CommunicatorView comm, RankMap ranks)
    : ProcessGrid(comm, std::move(ranks), std::string()) {
  reason_ = usage(ranks_, comm.size()) + ": as asked for";
}

ProcessGrid ProcessGrid::balanced(mpi::CommunicatorView comm, GridOrder order) {
  return make(comm, {.grid_order = order});
}

ProcessGrid ProcessGrid::make(mpi::CommunicatorView comm, const GridOptions& options) {
  const int size = comm.size();
  RankMap ranks(choose_shape(options, size), options.grid_order);
  std::string reason = explain(options, ranks, size);
  return {comm, std::move(ranks), std::move(reason)};
}

mpi::CommunicatorView ProcessGrid::row_communicator() const {
  return mpi::Context::of(comm()).grid_communicators(ranks_).row;
}

mpi::CommunicatorView ProcessGrid::col_communicator() const {
  return mpi::Context::of(comm()).grid_communicators(ranks_).col;
}

Layout ProcessGrid::layout(Shape shape, const Blocking& blocking) const {
  const GridShape grid = this->shape();
  return {Axis{shape.rows, blocking.block.rows, grid.rows, blocking.source.row},
          Axis{shape.cols, blocking.block.cols, grid.cols, blocking.source.col}, ranks_};
}

}  // namespace ashlar
