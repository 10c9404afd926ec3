// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// ScaLAPACK's array descriptor (DESC_) of this rank's block; with a.local().data it is what the
/// Fortran routines take. A rank outside the grid gets CTXT -1. [local]
/// @param blacs_context  [local] handle of a BLACS grid with the matrix's shape and ranks
/// @throws ArgumentError  on all ranks, if the local memory is row-major or ScaLAPACK knows no such
/// layout
/// @throws OverflowError  on this rank alone, if its leading dimension does not fit an int
template <Element T>
Descriptor descriptor_of(const DistMatrix<T>& a, int blacs_context) {
  expect(a.storage_order() == StorageOrder::Fortran,
         "descriptor_of: the local blocks are row-major, but ScaLAPACK knows column-major ones "
         "only; describe the "
         "transpose, or copy the matrix");
  if (!a.coord()) return Descriptor::outside(a.layout());
  return Descriptor::of(a.layout(), *a.coord(), blacs_context, a.lld());
}

}  // namespace ashlar
