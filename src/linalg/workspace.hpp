// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/collectives.hpp"

namespace ashlar::detail {

/// A workspace query's result, rounded up, since a float may lose its last digits.
template <Scalar T>
Index asked_size(T answer) {
  const double size = static_cast<double>(std::real(answer));
  return static_cast<Index>(
      std::ceil(size * (1 + 2 * double{std::numeric_limits<ashlar::RealOf<T>>::epsilon()})));
}

/// Runs a LAPACK routine with its queried workspace.
/// @param call    (T* work, const int* lwork, int* info) -> void
/// @param stride  the largest leading dimension of a matrix within the workspace: complex ?gemv of
///   OpenBLAS 0.3.21 reads that far beyond its last row (mpi::Mapping)
/// @return INFO
template <Scalar T, class Call>
int with_workspace(Index stride, Call&& call) {
  T answer{};
  int lwork = -1, info = 0;
  call(&answer, &lwork, &info);
  lwork = checked_int(std::max<Index>(1, asked_size(answer)), "workspace of LAPACK");
  std::vector<T> work(static_cast<std::size_t>(lwork + stride));
  call(work.data(), &lwork, &info);
  return info;
}

/// The largest workspace of the ranks, since ScaLAPACK deadlocks on unequal ones.
/// @collective over `comm`
inline int agreed_workspace(mpi::CommunicatorView comm, Index mine) {
  return checked_int(mpi::all_max(mpi::Context::of(comm).comm(), mine), "workspace of ScaLAPACK");
}

/// Runs a ScaLAPACK routine with the largest workspace that any rank queries, and at least `least`,
/// for queries that are too small.
/// @param call  as in with_workspace; not called outside the grid
/// @return [local] INFO; 0 outside the grid
/// @collective over `comm`
template <Scalar T, class Call>
int with_agreed_workspace(mpi::CommunicatorView comm, bool is_in_grid, Index least, Call&& call) {
  const mpi::Context& context = mpi::Context::of(comm);
  int lwork = -1, info = 0;
  Index size = std::max<Index>(1, least);
  if (is_in_grid) {
    T answer[4]{};
    call(answer, &lwork, &info);
    size = std::max(size, asked_size(answer[0]));
  }
  lwork = agreed_workspace(comm, size);
  std::vector<T> work;
  mpi::together(context.comm(),
                [&] { work.resize(static_cast<std::size_t>(is_in_grid ? lwork : 0)); });
  if (is_in_grid) call(work.data(), &lwork, &info);
  return info;
}

}  // namespace ashlar::detail
