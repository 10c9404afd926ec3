// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/rank_map.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// The ranks of a BLACS process grid (BLACS_GRIDINFO, BLACS_PNUM), as ranks of `comm`: whoever made
/// the grid, in whatever order, from whatever communicator.
/// @param blacs_context  [local] the grid's handle (ICTXT); on a rank outside the grid -1, or any
/// other number that is not a handle there
/// @throws ArgumentError on all ranks, if no rank is in a grid, if ranks are in different ones, or
/// if `comm` lacks a process of the grid
/// @collective over `comm`
/// @cost one broadcast of one int a position
RankMap ranks_of_blacs_grid(mpi::CommunicatorView comm, int blacs_context);

namespace detail {
inline Descriptor descriptor_of_integers(std::span<const int, 9> integers) {
  std::array<int, 9> fields{};
  std::ranges::copy(integers, fields.begin());
  return Descriptor::from_array(fields);
}
}  // namespace detail

/// A matrix in the memory of a ScaLAPACK program: its array descriptor (DESC_) and this rank's
/// pointer. The grid is that of the descriptor's context (CTXT), row-major or not; nothing is
/// copied. The memory must outlive the matrix, the BLACS grid need not.
/// @param comm        [same] has all processes of the grid, maybe more
/// @param descriptor  [local] nine integers, alike in the grid but for CTXT and LLD; of a rank
/// outside the grid only CTXT, -1, is looked at
/// @param local       [local] this rank's block; may be null where it is empty
/// @throws ArgumentError on all ranks, if the context does not fit `comm`, or if a descriptor,
/// a leading dimension or a pointer is wrong on one of them
/// @collective over `comm`
/// @example auto a = ashlar::wrap(MPI_COMM_WORLD, desca, a_local.data());
template <Element T>
DistMatrix<T> wrap(mpi::CommunicatorView comm, const Descriptor& descriptor, T* local) {
  return DistMatrix<T>::wrap(comm, ranks_of_blacs_grid(comm, descriptor.ctxt), descriptor, local);
}
/// The same of memory that is only read. @collective over `comm`
/// @example const auto a = ashlar::wrap_const(MPI_COMM_WORLD, desca, constant.data());  // *a
template <Element T>
ReadOnly<DistMatrix<T>> wrap_const(mpi::CommunicatorView comm, const Descriptor& descriptor,
                                   const T* local) {
  return DistMatrix<T>::wrap_const(comm, ranks_of_blacs_grid(comm, descriptor.ctxt), descriptor,
                                   local);
}

/// The same from the nine integers as Fortran and C hold them: `int desc[9]`, std::array<int, 9>.
template <Element T>
DistMatrix<T> wrap(mpi::CommunicatorView comm, std::span<const int, 9> descriptor, T* local) {
  return wrap(comm, detail::descriptor_of_integers(descriptor), local);
}
template <Element T>
ReadOnly<DistMatrix<T>> wrap_const(mpi::CommunicatorView comm, std::span<const int, 9> descriptor,
                                   const T* local) {
  return wrap_const(comm, detail::descriptor_of_integers(descriptor), local);
}

}  // namespace ashlar
