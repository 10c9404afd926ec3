// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/gather.hpp>

#include "local_storage.hpp"
#include "mpi/collective_call.hpp"

namespace ashlar::detail {

WholeBlock whole_block(mpi::CommunicatorView comm, Shape wanted, const WholeMemory& mine) {
  const mpi::CollectiveCall call(comm, "gather_all or scatter_all", mpi::same("the shape", wanted),
                                 mpi::same("the element type", mine.element));
  const mpi::Context& context = mpi::Context::of(comm);
  const LocalStorage storage = mpi::together(context.comm(), [&] {
    expect(mine.shape == wanted, "gather_all or scatter_all: the matrix is ", wanted.rows, "x",
           wanted.cols, ", but the memory of rank ", context.rank(), " is ", mine.shape.rows, "x",
           mine.shape.cols);
    return storage_of(mine, "gather_all or scatter_all");
  });
  return {whole_layout(wanted), Replicas(context.size(), 1), storage.ld, storage.order};
}

}  // namespace ashlar::detail
