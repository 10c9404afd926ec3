// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/rank_map.hpp>
#include <ashlar/matrix/descriptor.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/communicator.hpp>

namespace ashlar {

/// Owns one BLACS process grid (ICTXT), made from a communicator of ours or the user's, never from
/// BLACS's own default, which is MPI_COMM_WORLD.
///
/// Most callers want blacs_context(a), which keeps the grids with the communicator. Leaving a grid
/// is collective over its ranks: let them destroy it in the same order.
class BlacsContext {
 public:
  /// ScaLAPACK's number for "this rank is in no grid".
  static constexpr int none = -1;

  BlacsContext() noexcept = default;
  /// BLACS_GRIDMAP: any ranks at any positions.
  /// @param ranks  [same] the grid; idle ranks hold `none` afterwards
  /// @throws ArgumentError if `ranks` names a rank that `comm` does not have
  /// @collective over `comm`, idle ranks included
  BlacsContext(mpi::CommunicatorView comm, const RankMap& ranks);
  BlacsContext(BlacsContext&& other) noexcept;
  BlacsContext& operator=(BlacsContext&& other) noexcept;
  BlacsContext(const BlacsContext&) = delete;
  BlacsContext& operator=(const BlacsContext&) = delete;
  /// BLACS_GRIDEXIT, unless MPI is finalised.
  ~BlacsContext();

  /// The integer that goes into descriptors: `none` on an idle rank.
  int native() const noexcept { return native_; }

 private:
  int native_ = none;
};

/// The BLACS context (ICTXT) of a grid on `comm`. Made on the first call, kept with the
/// communicator and given back when that is freed, at the latest before MPI_Finalize; equal rank
/// maps share one, as ScaLAPACK demands. Do not leave it with BLACS_GRIDEXIT.
/// @return [local] BlacsContext::none on ranks outside the grid: they must not call ScaLAPACK
/// @collective over `comm` on the first call for these `ranks`; later local
int blacs_context(mpi::CommunicatorView comm, const RankMap& ranks);

/// The BLACS context of a matrix's grid, for ScaLAPACK calls of one's own.
/// @collective over a.comm() on the first call for this grid; later local
/// @example int ictxt = blacs_context(a);  // then Cblacs_gridinfo, or descriptor(a) and pdlange_
template <Element T>
int blacs_context(const DistMatrix<T>& a) {
  return blacs_context(a.comm(), a.layout().ranks());
}

/// The array descriptor (DESC_) of this rank's part of `a`, context included. ScaLAPACK routines
/// take it together with a.local().data.
/// @throws what descriptor_of throws: row-major local memory and sizes beyond 32 bits have no
/// descriptor
/// @collective over a.comm() on the first call for this grid; later local
/// @example see docs/linalg.md, "ScaLAPACK calls of your own"
template <Element T>
Descriptor descriptor(const DistMatrix<T>& a) {
  return descriptor_of(a, blacs_context(a));
}

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
