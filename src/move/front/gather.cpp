// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/gather.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/move/array_copy.hpp>

#include "mpi/collective_call.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

/// @throws ArgumentError unless rank `root` exists
void check_root(const mpi::Context& context, int root) {
  expect(root >= 0 && root < context.size(), "gather or scatter: root is rank ", root,
         ", but the communicator has ", counted(context.size(), "rank"));
}

/// Memory description for DistMatrix::wrap.
struct LocalStorage {
  StorageOrder order;
  Index ld;
};

/// Returns order and leading dimension of a memory; `what` is the caller's name in the error text.
/// @throws ArgumentError if neither columns nor rows are contiguous
LocalStorage storage_of(const WholeMemory& view, const char* what) {
  // The stride of a single column or row is ignored.
  const bool one_column = view.shape.cols <= 1, one_row = view.shape.rows <= 1;
  if (view.row_stride == 1 && (view.col_stride >= view.shape.rows || one_column))
    return {StorageOrder::Fortran,
            std::max<Index>({1, view.shape.rows, one_column ? 0 : view.col_stride})};
  if (view.col_stride == 1 && (view.row_stride >= view.shape.cols || one_row))
    return {StorageOrder::C, std::max<Index>({1, view.shape.cols, one_row ? 0 : view.row_stride})};
  expect(view.shape.rows == 0 || view.shape.cols == 0, what, ": the ", view.shape.rows, "x",
         view.shape.cols, " elements have strides ", view.row_stride, " and ", view.col_stride,
         "; one must be 1 and the other a leading dimension");
  return {StorageOrder::Fortran, std::max<Index>(1, view.shape.rows)};
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
  const Layout whole = whole_layout(wanted);
  return {Layout(whole.rows(), whole.cols(), RankMap({1, 1}, GridOrder::Row, root)), storage.ld,
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

void check_whole(mpi::CommunicatorView comm, Index given, Index wanted, int root) {
  const mpi::CollectiveCall call(comm, "gather or scatter",
                                 mpi::same("the number of elements", wanted),
                                 mpi::same("the root", root));
  const mpi::Context& context = mpi::Context::of(comm);
  check_root(context, root);
  mpi::agree(context.comm(), context.rank() != root || given == wanted,
             concat("gather or scatter: the root, rank ", root, ", gave memory for ",
                    counted(given, "element"), ", but the array has ", wanted));
}

}  // namespace ashlar::detail

namespace ashlar {

Distribution on_one_rank(const Distribution& array, int root) {
  expect(root >= 0 && root < std::numeric_limits<int>::max(), "on_one_rank: rank ", root,
         " does not exist; ranks count from 0");
  std::vector<Axis> axes;
  for (const Axis& axis : array.axes())
    axes.push_back({axis.extent, std::max<Index>(1, axis.extent), 1, 0});
  // All elements are on the last of root + 1 processes along the first dimension.
  axes.front().nprocs = root + 1;
  axes.front().source = root;
  return {std::move(axes), array.storage_order()};
}

}  // namespace ashlar
