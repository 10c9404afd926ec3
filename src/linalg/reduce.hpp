// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <iterator>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "mpi/wait_in.hpp"

// Sums over ranks, in calls whose counts fit MPI's int.

namespace ashlar::detail {

/// Type for sums, at least double precision.
template <Scalar T>
using SumOf = std::conditional_t<is_complex<T>, c128, double>;

/// Real numbers per element.
template <Scalar T>
constexpr Index reals_in = is_complex<T> ? 2 : 1;

/// Calls f(first, count) for pieces of [0, total) that fit MPI's counts.
template <class F>
void in_pieces(Index total, F&& f) {
  constexpr Index most = Index{1} << 26;
  for (Index first = 0; first < total; first += most)
    f(first, static_cast<int>(std::min(most, total - first)));
}

/// Sums `values` on all ranks, the same bits in every run. @collective
template <Scalar T>
void sum_over(MPI_Comm comm, T* values, Index count) {
  using R = ashlar::RealOf<T>;
  auto* numbers = reinterpret_cast<R*>(values);
  in_pieces(count * reals_in<T>, [&](Index first, int n) {
    mpi::wait_in("MPI_Allreduce", comm, [&] {
      return MPI_Allreduce(MPI_IN_PLACE, numbers + first, n, mpi::native_type<R>(), MPI_SUM, comm);
    });
  });
}

/// Sums over the user's communicator. @collective
template <Scalar T>
void sum_over(mpi::CommunicatorView comm, std::vector<T>& values) {
  sum_over(mpi::Context::of(comm).comm().native(), values.data(), std::ssize(values));
}

/// Sum of one number per rank of the user's communicator. @collective
template <Scalar T>
T sum_of_all(mpi::CommunicatorView comm, T value) {
  sum_over(mpi::Context::of(comm).comm().native(), &value, 1);
  return value;
}

}  // namespace ashlar::detail
