// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar::bench {

/// WORK, RWORK and IWORK of LAPACK and ScaLAPACK, with their lengths; -1 queries them.
template <Scalar T>
struct Workspace {
  std::vector<T> work = std::vector<T>(1);
  std::vector<RealOf<T>> real = std::vector<RealOf<T>>(1);
  std::vector<int> integer = std::vector<int>(1);
  int work_length = -1, real_length = -1, integer_length = -1;

  /// Allocates the lengths that the query stored in the first elements, or the given minimum.
  void allocate(Index least_work = 1, Index least_real = 1, Index least_integer = 1) {
    work_length = std::max(static_cast<int>(std::real(work[0])), static_cast<int>(least_work));
    real_length = std::max(static_cast<int>(real[0]), static_cast<int>(least_real));
    integer_length = std::max(integer[0], static_cast<int>(least_integer));
    work.resize(static_cast<std::size_t>(work_length));
    real.resize(static_cast<std::size_t>(real_length));
    integer.resize(static_cast<std::size_t>(integer_length));
  }

  /// Allocates equal lengths on all ranks, as ScaLAPACK requires. @collective
  void allocate_equal(mpi::CommunicatorView comm, Index least_work, Index least_real,
                      Index least_integer) {
    allocate(least_work, least_real, least_integer);
    int lengths[] = {work_length, real_length, integer_length};
    mpi::check(MPI_Allreduce(MPI_IN_PLACE, lengths, 3, MPI_INT, MPI_MAX, comm.native()),
               "MPI_Allreduce");
    allocate(lengths[0], lengths[1], lengths[2]);
  }
};

}  // namespace ashlar::bench
