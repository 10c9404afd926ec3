// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/wrap_rows.hpp>

#include <limits>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {

BlockMap row_slabs(mpi::CommunicatorView comm, Index rows_of_mine, Index cols) {
  expect(!comm.is_null(), "wrap_rows: the communicator is null; only its members wrap rows");
  const mpi::CollectiveCall call(comm, "wrap_rows", mpi::same("the number of columns", cols));
  const auto slabs = mpi::all_gather(mpi::Context::of(comm).comm(), Shape{rows_of_mine, cols});
  std::vector<Index> cuts{0};
  std::vector<int> owners;
  for (std::size_t rank = 0; rank < slabs.size(); ++rank) {
    const auto [rows, width] = slabs[rank];
    expect(rows >= 0 && width >= 0, "wrap_rows: rank ", rank, " gives ", rows, " rows of ", width,
           " columns; both must be 0 or more");
    expect(width == slabs[0].cols, "wrap_rows: rank ", rank, " gives rows of ", width,
           " columns, but rank 0 of ", slabs[0].cols, "; all rows have one length");
    if (rows == 0) continue;
    expect(rows <= std::numeric_limits<Index>::max() - cuts.back(), "wrap_rows: rank ", rank,
           " gives ", rows, " rows, which with those before them exceed 64-bit integers");
    cuts.push_back(cuts.back() + rows);
    if (width > 0) owners.push_back(static_cast<int>(rank));
  }
  std::vector<Index> sides{0};
  if (slabs[0].cols > 0) sides.push_back(slabs[0].cols);
  return {std::move(cuts), std::move(sides), std::move(owners)};
}

}  // namespace ashlar::detail
