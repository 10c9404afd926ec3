// SPDX-License-Identifier: BSD-3-Clause
#include "route.hpp"

namespace ashlar::detail {
namespace {

OwnedBlock owned_block(const BlockPlace& place, StorageOrder order) {
  const Shape lines = in_lines(place.shape, order);
  return {place.offset, place.is_tight ? tight_ld(lines) : owned_ld(lines)};
}

}  // namespace

OwnedBlock owned_block(const Placement& placement, int rank, int block, StorageOrder order) {
  return owned_block(place_of_block(placement, rank, block), order);
}

Route::Route(const Moves& what, ElementType element, mpi::Context& on)
    : what_(what),
      element_(element),
      context_(on),
      sends_(what.sent_by(on.rank())),
      receives_(what.received_by(on.rank())),
      ndims_(what.ndims()),
      source_dims_{what.source_dim(StorageOrder::Fortran), what.source_dim(StorageOrder::C)},
      transposing_(what.is_transposing()),
      conjugating_(what.op() == Op::ConjTrans),
      moved_(what.moved()) {
  for (const Box& box : receives_.boxes()) elements_in_ += box.elements;
  for (const Box& box : sends_.boxes()) elements_out_ += box.elements;
}

OwnedBlock Route::source_block(int rank, int block, StorageOrder order) const {
  return owned_block(what_.source_block(rank, block), order);
}

OwnedBlock Route::target_block(int rank, int block, StorageOrder order) const {
  return owned_block(what_.target_block(rank, block), order);
}

}  // namespace ashlar::detail
