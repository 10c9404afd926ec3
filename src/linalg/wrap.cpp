// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/wrap.hpp>

#include <algorithm>
#include <climits>
#include <optional>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>

#include "fortran/blacs.hpp"
#include "mpi/collectives.hpp"
#include "mpi/wait_in.hpp"
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

/// The grid of `root`, the lowest rank in one, on all ranks.
Grid broadcast_grid(mpi::CommunicatorView comm, const std::optional<Grid>& mine, int root) {
  Grid grid = mine.value_or(Grid{});
  grid.shape = mpi::broadcast(comm, grid.shape, root);
  grid.ranks.resize(static_cast<std::size_t>(grid.shape.size()));
  mpi::broadcast(comm, std::span<int>(grid.ranks), root);
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

void check_same_grid(int rank, int blacs_context, const std::optional<Grid>& mine, const Grid& grid,
                     int root) {
  if (!mine) {
    const bool is_outside = std::ranges::find(grid.ranks, rank) == grid.ranks.end();
    expect(is_outside, "wrap: rank ", rank, " is in the ", grid.shape.rows, "x", grid.shape.cols,
           " BLACS grid of rank ", root, ", but its own context ", blacs_context,
           " is not a grid; pass the same descriptor as the others");
    return;
  }
  expect(*mine == grid, "wrap: context ", blacs_context, " on rank ", rank, " is a ",
         mine->shape.rows, "x", mine->shape.cols, " BLACS grid of other processes than the ",
         grid.shape.rows, "x", grid.shape.cols, " grid of rank ", root,
         "; pass a descriptor of one grid, with CTXT -1 on ranks outside it");
}

// BLACS_GRIDMAP's USERMAP: rank (p, q) is at p + q * NPROW.
std::vector<int> user_map(const RankMap& ranks) {
  std::vector<int> map;
  map.reserve(static_cast<std::size_t>(ranks.grid().size()));
  for (int col = 0; col < ranks.grid().cols; ++col)
    for (int row = 0; row < ranks.grid().rows; ++row) map.push_back(ranks.rank_of({row, col}));
  return map;
}

// Grids of a communicator, owned by its Context.
struct BlacsContexts {
  struct Entry {
    RankMap ranks;
    BlacsContext context;
  };
  std::vector<Entry> entries;
};

}  // namespace

RankMap ranks_of_blacs_grid(mpi::CommunicatorView comm, int blacs_context) {
  const mpi::CollectiveCall call(comm, "ranks_of_blacs_grid");
  const mpi::Context& context = mpi::Context::of(comm);
  const mpi::CommunicatorView ours = context.comm();
  const auto mine = mpi::together(ours, [&] { return grid_of(blacs_context, mpi::Group(ours)); });

  const int root = mpi::all_min(ours, mine ? context.rank() : INT_MAX);
  expect(root != INT_MAX,
         "wrap: CTXT is not a BLACS grid on any rank; make the grid before (BLACS_GRIDINIT), and "
         "leave it after");
  Grid grid = broadcast_grid(ours, mine, root);
  check_complete(grid);
  mpi::together(ours, [&] { check_same_grid(context.rank(), blacs_context, mine, grid, root); });

  // A rule is shorter than a table.
  const RankMap row_major(grid.shape, GridOrder::Row, grid.ranks.front());
  const RankMap result(grid.shape, GridOrder::Column, std::move(grid.ranks));
  return result == row_major ? row_major : result;
}

BlacsContext::BlacsContext(mpi::CommunicatorView comm, const RankMap& ranks) {
  expect(ranks.required_size() <= comm.size(), "BLACS context: the grid needs ",
         detail::counted(ranks.required_size(), "rank"), ", but the communicator has ",
         comm.size());
  std::vector<int> map = user_map(ranks);
  const GridShape grid = ranks.grid();
  // BLACS copies the communicator, so the handle is needed here only. A handle that outlives its
  // communicator would match another one at the same address.
  const int handle = fortran::Csys2blacs_handle(comm.native());
  native_ = handle;
  mpi::wait_in("BLACS_GRIDMAP", comm, [&] {
    fortran::Cblacs_gridmap(&native_, map.data(), grid.rows, grid.rows, grid.cols);
    return MPI_SUCCESS;
  });
  // Repeatable sums, independent of message arrival. Ranks outside the grid have no context.
  constexpr int repeatable_sums = 15;
  int yes = 1;
  if (native_ != none) fortran::Cblacs_set(native_, repeatable_sums, &yes);
  fortran::Cfree_blacs_system_handle(handle);
}

BlacsContext::BlacsContext(BlacsContext&& other) noexcept
    : native_(std::exchange(other.native_, none)) {}

BlacsContext& BlacsContext::operator=(BlacsContext&& other) noexcept {
  BlacsContext old(std::move(*this));
  native_ = std::exchange(other.native_, none);
  return *this;
}

BlacsContext::~BlacsContext() {
  if (native_ != none && mpi::detail::is_active()) fortran::Cblacs_gridexit(native_);
}

int blacs_context(mpi::CommunicatorView comm, const RankMap& ranks) {
  mpi::Context& ours = mpi::Context::of(comm);
  auto& known = ours.slot<BlacsContexts>("linalg.blacs_contexts", [] { return BlacsContexts{}; });
  for (const auto& entry : known.entries)
    if (entry.ranks == ranks) return entry.context.native();
  known.entries.push_back({ranks, BlacsContext(ours.comm(), ranks)});
  return known.entries.back().context.native();
}

}  // namespace ashlar
