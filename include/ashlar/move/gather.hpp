// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/detail/element_type.hpp>
#include <ashlar/matrix/local_view.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {

namespace detail {
/// Memory of a whole matrix on one rank, with a run-time element type.
struct WholeMemory {
  Shape shape;
  Index row_stride = 1, col_stride = 0;
  ElementType element = DType::Float64;
};

template <class T>
WholeMemory memory_of(const LocalView<T>& view) {
  return {{view.rows, view.cols},
          view.row_stride,
          view.col_stride,
          ElementType::of<std::remove_const_t<T>>()};
}

/// Memory of the root as a block of a layout on the root only.
struct RootBlock {
  Layout layout;
  Index ld = 1;
  StorageOrder order = StorageOrder::Fortran;  ///< [same]
};
/// @param wanted  [same] shape of the matrix
/// @param mine    [local] read on the root only
/// @throws ArgumentError if the root's memory has another shape or strides without a leading
/// dimension
RootBlock root_block(mpi::CommunicatorView comm, Shape wanted, const WholeMemory& mine, int root);
}  // namespace detail

/// Gathers a matrix or view into memory of rank `root`.
/// @param root   [same]
/// @param whole  [local] a.shape() elements on the root, column- or row-major, any leading
/// dimension; ignored elsewhere
/// @throws ArgumentError for an invalid root or shape of its memory
/// @collective
/// @cost  message buffers of a few MiB, for any number of ranks and matrix size
/// @example gather_into(a, {buffer.data(), rows, cols, 1, ld}, 3);
template <MatrixLike S>
void gather_into(const S& a, const LocalView<ValueOf<S>>& whole, int root = 0) {
  const detail::RootBlock block =
      detail::root_block(a.comm(), a.shape(), detail::memory_of(whole), root);
  const bool is_root = a.comm().rank() == root;
  auto target = DistMatrix<ValueOf<S>>::wrap(
      a.comm(), block.layout, {is_root ? whole.data : nullptr, block.ld, block.order});
  copy_into(a, target);
}

/// Gathers a matrix or view on rank `root`, column-major; empty on other ranks.
/// @throws ArgumentError for an invalid root; OutOfMemory
/// @collective
/// @example std::vector<double> all = gather(a);  // all[i + j * a.rows()] on rank 0
template <MatrixLike S>
std::vector<ValueOf<S>> gather(const S& a, int root = 0) {
  using T = ValueOf<S>;
  const auto [rows, cols] = a.shape();
  const Index count = detail::checked_product(rows, cols, "gather: number of elements");
  const mpi::Context& context = mpi::Context::of(a.comm());
  static_assert(!std::same_as<T, bool>,
                "std::vector<bool> keeps no bool in memory: gather_into an array of them");
  std::vector<T> elements;
  mpi::together(context.comm(), [&] {
    if (context.rank() == root) elements.resize(static_cast<std::size_t>(count));
  });
  gather_into(a, {elements.data(), rows, cols, 1, rows > 0 ? rows : 1}, root);
  return elements;
}

/// Scatters memory of rank `root` into a matrix or view, inverse of gather_into.
/// @param root   [same]
/// @param whole  [local] target.shape() elements on the root, column- or row-major; ignored
/// elsewhere
/// @throws ArgumentError for an invalid root or shape of its memory
/// @collective
/// @cost  as gather_into
/// @example scatter({buffer.data(), rows, cols, 1, ld}, a, 3);
template <MatrixLike D>
void scatter(const LocalView<const ValueOf<D>>& whole, D&& target, int root = 0) {
  const detail::RootBlock block =
      detail::root_block(target.comm(), target.shape(), detail::memory_of(whole), root);
  const bool is_root = target.comm().rank() == root;
  const auto source = DistMatrix<ValueOf<D>>::wrap_const(
      target.comm(), block.layout, {is_root ? whole.data : nullptr, block.ld, block.order});
  copy_into(*source, target);
}

namespace detail {
/// Memory of each rank as a replica of a one-block matrix.
struct WholeBlock {
  Layout layout;
  Replicas replicas;
  Index ld = 1;
  StorageOrder order = StorageOrder::Fortran;
};
/// @param wanted  [same] shape of the matrix
/// @param mine    [local]
/// @throws ArgumentError if a rank's memory has another shape or strides without a leading
/// dimension
WholeBlock whole_block(mpi::CommunicatorView comm, Shape wanted, const WholeMemory& mine);
}  // namespace detail

/// Copies a matrix of any kind to a new matrix with a replica in `layout` on each group of ranks.
/// @param layout, replicas  [same] as in ReplicatedMatrix
/// @collective
template <detail::PlacedLike M>
auto replicate(const M& a, const Layout& layout, const Replicas& replicas) {
  ReplicatedMatrix<typename std::remove_cvref_t<M>::Value> result(
      detail::operand_of(a).comm, layout, replicas, {.init = Init::Uninitialized});
  copy_into(a, result);
  return result;
}

/// Gathers a matrix or view of any kind into memory of every rank.
/// @param whole  [local] a.shape() elements, column- or row-major, any leading dimension
/// @throws ArgumentError if a rank's memory has another shape
/// @collective
/// @example gather_all_into(a, {buffer.data(), rows, cols, 1, ld});
template <detail::PlacedLike M>
void gather_all_into(const M& a, const LocalView<typename std::remove_cvref_t<M>::Value>& whole) {
  using T = typename std::remove_cvref_t<M>::Value;
  const mpi::CommunicatorView comm = detail::operand_of(a).comm;
  const detail::WholeBlock block = detail::whole_block(comm, a.shape(), detail::memory_of(whole));
  auto target = ReplicatedMatrix<T>::wrap(comm, block.layout, block.replicas,
                                          {whole.data, block.ld, block.order});
  copy_into(a, target);
}

/// Gathers a matrix or view of any kind on every rank, column-major.
/// @throws OutOfMemory on all ranks
/// @collective
/// @example std::vector<double> all = gather_all(a);  // all[i + j * a.rows()] on each rank
template <detail::PlacedLike M>
auto gather_all(const M& a) {
  using T = typename std::remove_cvref_t<M>::Value;
  const auto [rows, cols] = a.shape();
  const Index count = detail::checked_product(rows, cols, "gather_all: number of elements");
  static_assert(!std::same_as<T, bool>,
                "std::vector<bool> keeps no bool in memory: gather_all_into an array of them");
  std::vector<T> elements;
  mpi::together(mpi::Context::of(detail::operand_of(a).comm).comm(),
                [&] { elements.resize(static_cast<std::size_t>(count)); });
  gather_all_into(a, {elements.data(), rows, cols, 1, rows > 0 ? rows : 1});
  return elements;
}

/// Fills a matrix or view of any kind from copies of all elements on every rank, without messages.
/// @param whole  [same] target.shape() elements, column- or row-major
/// @throws ArgumentError if a rank's memory has another shape
/// @collective
/// @example scatter_all({buffer.data(), rows, cols, 1, ld}, a);
template <detail::PlacedLike M>
void scatter_all(const LocalView<const typename std::remove_cvref_t<M>::Value>& whole, M&& target) {
  using T = typename std::remove_cvref_t<M>::Value;
  const mpi::CommunicatorView comm = detail::operand_of(target).comm;
  const detail::WholeBlock block =
      detail::whole_block(comm, target.shape(), detail::memory_of(whole));
  const auto source = ReplicatedMatrix<T>::wrap_const(comm, block.layout, block.replicas,
                                                      {whole.data, block.ld, block.order});
  copy_into(*source, target);
}

}  // namespace ashlar
