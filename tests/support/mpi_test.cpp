// SPDX-License-Identifier: BSD-3-Clause
#include "support/mpi_test.hpp"

#include <mpi.h>

namespace ashlar::test {

bool check_all(mpi::CommunicatorView comm, bool ok, const std::string& message) {
  const int size = comm.size();
  const int rank = comm.rank();
  int lowest_failing = ok ? size : rank;
  MPI_Allreduce(MPI_IN_PLACE, &lowest_failing, 1, MPI_INT, MPI_MIN, comm.native());
  const bool all_ok = lowest_failing == size;
  if (rank == lowest_failing) {
    CHECK_MESSAGE(all_ok, "rank ", rank, " of ", size, ": ", message);
  } else {
    CHECK_MESSAGE(all_ok, "rank ", lowest_failing, " of ", size, " failed and says why");
  }
  return all_ok;
}

void for_each_grid(mpi::CommunicatorView comm,
                   const std::function<void(mpi::CommunicatorView, GridShape, GridOrder)>& f) {
  for (int count = 1; count <= comm.size(); ++count) {
    const bool takes_part = comm.rank() < count;
    const auto part = mpi::Communicator::split(comm, takes_part ? 0 : MPI_UNDEFINED);
    for (int rows = 1; takes_part && rows <= count; ++rows) {
      if (count % rows != 0) continue;
      f(part, GridShape{rows, count / rows}, GridOrder::Row);
      f(part, GridShape{rows, count / rows}, GridOrder::Column);
    }
    comm.barrier();
  }
}

}  // namespace ashlar::test
