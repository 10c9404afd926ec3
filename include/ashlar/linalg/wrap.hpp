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

/// Owner of a BLACS process grid (ICTXT) on any communicator; BLACS itself uses MPI_COMM_WORLD.
///
/// blacs_context(a), which caches grids with the communicator, is usually preferable. Destruction
/// is collective over the grid: destroy grids in the same order on all ranks.
class BlacsContext {
 public:
  /// BLACS handle on a rank outside the grid.
  static constexpr int none = -1;

  BlacsContext() noexcept = default;
  /// Calls BLACS_GRIDMAP, for any ranks at any positions.
  /// @param ranks  [same] the grid; idle ranks get `none`
  /// @throws ArgumentError if `comm` lacks one of `ranks`
  /// @collective
  BlacsContext(mpi::CommunicatorView comm, const RankMap& ranks);
  BlacsContext(BlacsContext&& other) noexcept;
  BlacsContext& operator=(BlacsContext&& other) noexcept;
  BlacsContext(const BlacsContext&) = delete;
  BlacsContext& operator=(const BlacsContext&) = delete;
  /// Calls BLACS_GRIDEXIT, unless MPI is finalised.
  ~BlacsContext();

  /// Integer for descriptors; `none` on an idle rank.
  int native() const noexcept { return native_; }

 private:
  int native_ = none;
};

/// BLACS context (ICTXT) of a grid on `comm`. Equal rank maps share a context, as ScaLAPACK
/// requires. It is cached until the communicator is freed, at the latest before MPI_Finalize. Do
/// not call BLACS_GRIDEXIT.
/// @return [local] BlacsContext::none on idle ranks, which must not call ScaLAPACK
/// @collective over `comm` in the first call for `ranks`; later local
int blacs_context(mpi::CommunicatorView comm, const RankMap& ranks);

/// BLACS context of a matrix's grid, for ScaLAPACK calls of the user.
/// @collective over a.comm() in the first call for this grid; later local
/// @example int ictxt = blacs_context(a);  // then Cblacs_gridinfo, or descriptor(a) and pdlange_
template <Element T>
int blacs_context(const DistMatrix<T>& a) {
  return blacs_context(a.comm(), a.layout().ranks());
}

/// Array descriptor (DESC_) of `a` on this rank, with its context, for ScaLAPACK calls with
/// a.local().data.
/// @throws ArgumentError, OverflowError  as descriptor_of, for row-major memory and sizes beyond 32
/// bits
/// @collective over a.comm() in the first call for this grid; later local
/// @example see docs/linalg.md, "ScaLAPACK calls of your own"
template <Element T>
Descriptor descriptor(const DistMatrix<T>& a) {
  return descriptor_of(a, blacs_context(a));
}

/// Ranks of any BLACS process grid (BLACS_GRIDINFO, BLACS_PNUM), as ranks of `comm`.
/// @param blacs_context  [local] handle (ICTXT); on ranks outside the grid -1 or another invalid
/// handle
/// @throws ArgumentError if the handle of every rank is invalid, the grids of ranks differ, or
/// `comm` lacks a process of the grid
/// @collective
/// @cost a broadcast of an int per position
RankMap ranks_of_blacs_grid(mpi::CommunicatorView comm, int blacs_context);

namespace detail {
inline Descriptor descriptor_of_integers(std::span<const int, 9> integers) {
  std::array<int, 9> fields{};
  std::ranges::copy(integers, fields.begin());
  return Descriptor::from_array(fields);
}
}  // namespace detail

/// Matrix in the memory of a ScaLAPACK program, without a copy, from its array descriptor (DESC_)
/// and local pointer. The grid is that of CTXT, row-major or not. The memory must outlive the
/// matrix; the BLACS grid need not.
/// @param comm        [same] contains all processes of the grid
/// @param descriptor  [local] equal in the grid but for CTXT and LLD; outside the grid only CTXT,
/// -1, is read
/// @param local       [local] this rank's block; may be null if empty
/// @throws ArgumentError if the context does not fit `comm`, or a descriptor, leading dimension or
/// pointer is invalid on a rank
/// @collective
/// @example auto a = ashlar::wrap(MPI_COMM_WORLD, desca, a_local.data());
template <Element T>
DistMatrix<T> wrap(mpi::CommunicatorView comm, const Descriptor& descriptor, T* local) {
  return DistMatrix<T>::wrap(comm, ranks_of_blacs_grid(comm, descriptor.ctxt), descriptor, local);
}
/// Wraps constant memory. @collective
/// @example const auto a = ashlar::wrap_const(MPI_COMM_WORLD, desca, constant.data());  // *a
template <Element T>
ReadOnly<DistMatrix<T>> wrap_const(mpi::CommunicatorView comm, const Descriptor& descriptor,
                                   const T* local) {
  return DistMatrix<T>::wrap_const(comm, ranks_of_blacs_grid(comm, descriptor.ctxt), descriptor,
                                   local);
}

/// Overloads with nine integers of Fortran or C: `int desc[9]`, std::array<int, 9>.
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
