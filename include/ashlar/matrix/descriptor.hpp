// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/layout/descriptor.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// ScaLAPACK array descriptor (DESC_) of this rank's block, for Fortran routines with
/// a.local().data. CTXT is -1 outside the grid. [local]
/// @param blacs_context  [local] handle of a BLACS grid with the shape and ranks of the matrix's
/// process grid
/// @throws ArgumentError  on all ranks, if memory is row-major or the layout has no descriptor
/// @throws OverflowError  on this rank alone, if the leading dimension does not fit an int
template <Element T>
Descriptor descriptor_of(const DistMatrix<T>& a, int blacs_context) {
  expect(a.storage_order() == StorageOrder::Fortran,
         "descriptor_of: the local blocks are row-major, but ScaLAPACK supports column-major ones "
         "only; describe the "
         "transpose, or copy the matrix");
  if (!a.coord()) return Descriptor::outside(a.layout());
  return Descriptor::of(a.layout(), *a.coord(), blacs_context, a.lld());
}

}  // namespace ashlar
