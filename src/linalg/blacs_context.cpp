// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/wrap.hpp>

#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "fortran/blacs.hpp"
#include "mpi/wait_in.hpp"

namespace ashlar {
namespace {

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
