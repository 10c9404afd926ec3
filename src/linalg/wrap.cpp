// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/wrap.hpp>

#include <algorithm>
#include <climits>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>

#include "fortran/blacs.hpp"
#include "mpi/collectives.hpp"
#include "same_options.hpp"

namespace ashlar {
namespace {

/// A grid's shape and, in column-major order, its ranks.
struct Grid {
  GridShape shape{0, 0};
  std::vector<int> ranks;

  friend bool operator==(const Grid&, const Grid&) = default;
};

/// The MPI group of a BLACS grid.
class GridGroup {
 public:
  explicit GridGroup(int blacs_context) {
    constexpr int system_handle = 10;
    fortran::Cblacs_get(blacs_context, system_handle, &handle_);
  }
  GridGroup(const GridGroup&) = delete;
  GridGroup& operator=(const GridGroup&) = delete;
  ~GridGroup() { fortran::Cfree_blacs_system_handle(handle_); }

  mpi::Group group() const { return mpi::Group(fortran::Cblacs2sys_handle(handle_)); }

 private:
  int handle_ = -1;
};

/// The grid of a context, or nullopt if invalid in this process.
std::optional<Grid> grid_of(int blacs_context, const mpi::Group& members) {
  Grid grid;
  int row = -1, col = -1;
  fortran::Cblacs_gridinfo(blacs_context, &grid.shape.rows, &grid.shape.cols, &row, &col);
  if (row < 0 || col < 0) return std::nullopt;
  std::vector<int> processes;
  processes.reserve(static_cast<std::size_t>(grid.shape.size()));
  for (int c = 0; c < grid.shape.cols; ++c)
    for (int r = 0; r < grid.shape.rows; ++r)
      processes.push_back(fortran::Cblacs_pnum(blacs_context, r, c));
  for (const auto& rank : GridGroup(blacs_context).group().translate(processes, members))
    grid.ranks.push_back(rank.value_or(MPI_UNDEFINED));
  return grid;
}

/// The grid of `teller`, the lowest rank in one, on all ranks.
Grid told(mpi::CommunicatorView comm, const std::optional<Grid>& mine, int teller) {
  Grid grid = mine.value_or(Grid{});
  grid.shape = mpi::broadcast(comm, grid.shape, teller);
  grid.ranks.resize(static_cast<std::size_t>(grid.shape.size()));
  mpi::broadcast(comm, std::span<int>(grid.ranks), teller);
  return grid;
}

void check_complete(const Grid& grid) {
  const auto missing = std::ranges::find(grid.ranks, MPI_UNDEFINED);
  const auto position = static_cast<int>(missing - grid.ranks.begin());
  expect(missing == grid.ranks.end(), "wrap: the process at position (",
         position % std::max(1, grid.shape.rows), ", ", position / std::max(1, grid.shape.rows),
         ") of the ", grid.shape.rows, "x", grid.shape.cols,
         " BLACS grid is not in the communicator; pass the one from which the grid was made");
}

void check_alike(int rank, int blacs_context, const std::optional<Grid>& mine, const Grid& grid,
                 int teller) {
  if (!mine) {
    const bool is_outside = std::ranges::find(grid.ranks, rank) == grid.ranks.end();
    expect(is_outside, "wrap: rank ", rank, " is in the ", grid.shape.rows, "x", grid.shape.cols,
           " BLACS grid of rank ", teller, ", but its own context ", blacs_context,
           " is not a grid; pass the same descriptor as the others");
    return;
  }
  expect(*mine == grid, "wrap: context ", blacs_context, " on rank ", rank, " is a ",
         mine->shape.rows, "x", mine->shape.cols, " BLACS grid of other processes than the ",
         grid.shape.rows, "x", grid.shape.cols, " grid of rank ", teller,
         "; pass a descriptor of one grid, with CTXT -1 on ranks outside it");
}

}  // namespace

RankMap ranks_of_blacs_grid(mpi::CommunicatorView comm, int blacs_context) {
  const mpi::CollectiveCall call(comm, "ranks_of_blacs_grid");
  const mpi::Context& context = mpi::Context::of(comm);
  const mpi::CommunicatorView ours = context.comm();
  const auto mine = mpi::together(ours, [&] { return grid_of(blacs_context, mpi::Group(ours)); });

  const int teller = mpi::all_min(ours, mine ? context.rank() : INT_MAX);
  expect(teller != INT_MAX,
         "wrap: CTXT is not a BLACS grid on any rank; make the grid before (BLACS_GRIDINIT), and "
         "leave it after");
  Grid grid = told(ours, mine, teller);
  check_complete(grid);
  mpi::together(ours, [&] { check_alike(context.rank(), blacs_context, mine, grid, teller); });

  // A rule is shorter than a table.
  const RankMap row_major(grid.shape, GridOrder::Row, grid.ranks.front());
  const RankMap result(grid.shape, GridOrder::Column, std::move(grid.ranks));
  return result == row_major ? row_major : result;
}

}  // namespace ashlar
