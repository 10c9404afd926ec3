// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {

namespace detail {
/// The root's memory as a matrix of `shape` that lies on `root` alone; `mine` counts on the root
/// only.
/// @throws ArgumentError on all ranks, if the root's view has another shape or strides that are no
/// leading dimension
template <Element T>
DistMatrix<T> matrix_on_root(mpi::CommunicatorView comm, Shape shape, const LocalView<T>& mine,
                             int root);
}  // namespace detail

/// The matrix or view `a` in memory of rank `root`.
/// @param root   [same]
/// @param whole  [local] on the root a.shape() elements, column- or row-major, any leading
/// dimension; ignored elsewhere
/// @throws ArgumentError on all ranks, if there is no such rank or the root's memory has another
/// shape
/// @collective over a's communicator
/// @cost  message buffers of a few MiB on any rank, whatever the number of ranks and the size of
/// the matrix
/// @example gather_into(a, {buffer.data(), rows, cols, 1, ld}, 0);
template <MatrixLike S>
void gather_into(const S& a, const LocalView<ValueOf<S>>& whole, int root) {
  DistMatrix<ValueOf<S>> target = detail::matrix_on_root(a.comm(), a.shape(), whole, root);
  copy_into(a, target);
}

/// All elements of the matrix or view `a`, column by column, on rank `root`; empty on the others.
/// @throws OutOfMemory on all ranks, if the root cannot hold them
/// @collective over a's communicator
/// @example std::vector<double> all = gather(a);  // all[i + j * a.rows()] on rank 0
template <MatrixLike S>
std::vector<ValueOf<S>> gather(const S& a, int root = 0) {
  using T = ValueOf<S>;
  const auto [rows, cols] = a.shape();
  const Index count = checked_product(rows, cols, "gather: number of elements");
  const mpi::Context& context = mpi::Context::of(a.comm());
  std::vector<T> elements;
  mpi::together(context.comm(), [&] {
    if (context.rank() == root) elements.resize(static_cast<std::size_t>(count));
  });
  gather_into(a, {elements.data(), rows, cols, 1, rows > 0 ? rows : 1}, root);
  return elements;
}

/// The matrix or view `target` from memory of rank `root`: the way back of gather_into.
/// @param whole  [local] on the root target.shape() elements, column- or row-major; ignored
/// elsewhere
/// @param root   [same]
/// @throws ArgumentError on all ranks, if there is no such rank or the root's memory has another
/// shape
/// @collective over the target's communicator
/// @cost  as gather_into
/// @example scatter({buffer.data(), rows, cols, 1, ld}, 0, a);
template <MatrixLike D>
void scatter(const LocalView<const ValueOf<D>>& whole, int root, D&& target) {
  using T = ValueOf<D>;
  // Only read from: the matrix that looks at it is constant.
  const LocalView<T> readable{const_cast<T*>(whole.data), whole.rows, whole.cols, whole.row_stride,
                              whole.col_stride};
  const DistMatrix<T> source =
      detail::matrix_on_root(target.comm(), target.shape(), readable, root);
  copy_into(source, target);
}

}  // namespace ashlar
