// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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

/// The array descriptor (DESC_) of this rank's part of `a`, context included: with a.local().data
/// all that a ScaLAPACK routine wants to know of a matrix.
/// @throws what descriptor_of throws: row-major local memory and sizes beyond 32 bits have no
/// descriptor
/// @collective over a.comm() on the first call for this grid; later local
/// @example see docs/linalg.md, "ScaLAPACK calls of your own"
template <Element T>
Descriptor descriptor(const DistMatrix<T>& a) {
  return descriptor_of(a, blacs_context(a));
}

}  // namespace ashlar
