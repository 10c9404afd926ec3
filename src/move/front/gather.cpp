// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/gather.hpp>

#include <algorithm>

#include <ashlar/mpi/check.hpp>

#include "local_storage.hpp"
#include "mpi/collective_call.hpp"

namespace ashlar::detail {
namespace {

Layout layout_on_root(Shape shape, int root) {
  return Layout({.shape = shape,
                 .block = {std::max<Index>(1, shape.rows), std::max<Index>(1, shape.cols)},
                 .grid = {1, 1},
                 .ranks = {root}});
}

}  // namespace

template <Element T>
DistMatrix<T> matrix_on_root(mpi::CommunicatorView comm, Shape shape, const LocalView<T>& mine,
                             int root) {
  const mpi::CollectiveCall call(comm, "gather or scatter", mpi::same("the shape", shape),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the root", root));
  const mpi::Context& context = mpi::Context::of(comm);
  expect(root >= 0 && root < context.size(), "gather or scatter: root is rank ", root,
         ", but the communicator has ", context.size(), " ranks");
  const bool is_root = context.rank() == root;
  const LocalStorage storage = mpi::together(context.comm(), [&]() -> LocalStorage {
    if (!is_root) return {StorageOrder::Fortran, 1};
    expect(Shape{mine.rows, mine.cols} == shape, "gather or scatter: the matrix is ", shape.rows,
           "x", shape.cols, ", but the root's memory is ", mine.rows, "x", mine.cols);
    return storage_of(mine, "gather or scatter");
  });
  StorageOrder order = storage.order;
  mpi::check(MPI_Bcast(&order, sizeof order, MPI_BYTE, root, context.comm().native()), "MPI_Bcast");
  return DistMatrix<T>::wrap(comm, layout_on_root(shape, root), is_root ? mine.data : nullptr,
                             storage.ld, order);
}

template DistMatrix<float> matrix_on_root(mpi::CommunicatorView, Shape, const LocalView<float>&,
                                          int);
template DistMatrix<double> matrix_on_root(mpi::CommunicatorView, Shape, const LocalView<double>&,
                                           int);
template DistMatrix<c64> matrix_on_root(mpi::CommunicatorView, Shape, const LocalView<c64>&, int);
template DistMatrix<c128> matrix_on_root(mpi::CommunicatorView, Shape, const LocalView<c128>&, int);
template DistMatrix<std::int8_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                const LocalView<std::int8_t>&, int);
template DistMatrix<std::int16_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                 const LocalView<std::int16_t>&, int);
template DistMatrix<std::int32_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                 const LocalView<std::int32_t>&, int);
template DistMatrix<std::int64_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                 const LocalView<std::int64_t>&, int);
template DistMatrix<std::uint8_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                 const LocalView<std::uint8_t>&, int);
template DistMatrix<std::uint16_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                  const LocalView<std::uint16_t>&, int);
template DistMatrix<std::uint32_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                  const LocalView<std::uint32_t>&, int);
template DistMatrix<std::uint64_t> matrix_on_root(mpi::CommunicatorView, Shape,
                                                  const LocalView<std::uint64_t>&, int);

}  // namespace ashlar::detail
