// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/gather.hpp>

#include <algorithm>

#include "local_storage.hpp"
#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"
#include "root.hpp"

namespace ashlar::detail {
namespace {

Layout layout_on_root(Shape shape, int root) {
  return Layout({.shape = shape,
                 .block = {std::max<Index>(1, shape.rows), std::max<Index>(1, shape.cols)},
                 .grid = {1, 1},
                 .ranks = {root}});
}

}  // namespace

RootBlock root_block(mpi::CommunicatorView comm, Shape wanted, const WholeMemory& mine, int root) {
  const mpi::CollectiveCall call(comm, "gather or scatter", mpi::same("the shape", wanted),
                                 mpi::same("the element type", mine.element),
                                 mpi::same("the root", root));
  const mpi::Context& context = mpi::Context::of(comm);
  check_root(context, root);
  const LocalStorage storage = mpi::together(context.comm(), [&]() -> LocalStorage {
    if (context.rank() != root) return {StorageOrder::Fortran, 1};
    expect(mine.shape == wanted, "gather or scatter: the matrix is ", wanted.rows, "x", wanted.cols,
           ", but the root's memory is ", mine.shape.rows, "x", mine.shape.cols);
    return storage_of(mine, "gather or scatter");
  });
  return {layout_on_root(wanted, root), storage.ld,
          mpi::broadcast(context.comm(), storage.order, root)};
}

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
