// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/gather.hpp>

#include <algorithm>

#include <ashlar/mpi/check.hpp>

namespace ashlar::detail {
namespace {

/// How the elements of a view follow each other: what DistMatrix::wrap wants to know.
struct Storage {
  StorageOrder order;
  Index ld;
};

/// @throws ArgumentError if neither columns nor rows are contiguous
template <class T>
Storage storage_of(const LocalView<T>& view) {
  // The stride of a single column or row is never used, so it may be anything.
  const bool one_column = view.cols <= 1, one_row = view.rows <= 1;
  if (view.row_stride == 1 && (view.col_stride >= view.rows || one_column))
    return {StorageOrder::Fortran,
            std::max<Index>({1, view.rows, one_column ? 0 : view.col_stride})};
  if (view.col_stride == 1 && (view.row_stride >= view.cols || one_row))
    return {StorageOrder::C, std::max<Index>({1, view.cols, one_row ? 0 : view.row_stride})};
  expect(view.rows == 0 || view.cols == 0, "gather or scatter: the root's ", view.rows, "x",
         view.cols, " elements have strides ", view.row_stride, " and ", view.col_stride,
         "; one must be 1 and the other a leading dimension");
  return {StorageOrder::Fortran, std::max<Index>(1, view.rows)};
}

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
  const mpi::Context& context = mpi::Context::of(comm);
  expect(root >= 0 && root < context.size(), "gather or scatter: root is rank ", root,
         ", but the communicator has ", context.size(), " ranks");
  const bool is_root = context.rank() == root;
  const Storage storage = mpi::together(context.comm(), [&]() -> Storage {
    if (!is_root) return {StorageOrder::Fortran, 1};
    expect(Shape{mine.rows, mine.cols} == shape, "gather or scatter: the matrix is ", shape.rows,
           "x", shape.cols, ", but the root's memory is ", mine.rows, "x", mine.cols);
    return storage_of(mine);
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
