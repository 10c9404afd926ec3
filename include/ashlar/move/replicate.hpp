// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar {

namespace detail {
/// Every rank's memory as a whole copy of a matrix of `shape`.
/// @throws ArgumentError on all ranks, if one's view has another shape or strides that are no
/// leading dimension
template <Element T>
ReplicatedMatrix<T> copies_in(mpi::CommunicatorView comm, Shape shape, const LocalView<T>& mine);
}  // namespace detail

/// A matrix of any kind in several copies: a new matrix, each group of ranks keeps one in `layout`.
/// @param layout, copies  [same] as for ReplicatedMatrix
/// @collective over a's communicator
template <PlacedLike M>
auto replicate(const M& a, const Layout& layout, const Copies& copies) {
  ReplicatedMatrix<typename std::remove_cvref_t<M>::Value> result(
      detail::operand_of(a).comm, layout, copies, {.init = Init::Uninitialized});
  copy_into(a, result);
  return result;
}

/// The matrix or view `a`, of any kind, in memory of every rank.
/// @param whole  [local] a.shape() elements, column- or row-major, any leading dimension
/// @throws ArgumentError on all ranks, if one's memory has another shape
/// @collective over a's communicator
/// @example gather_all_into(a, {buffer.data(), rows, cols, 1, ld});
template <PlacedLike M>
void gather_all_into(const M& a, const LocalView<typename std::remove_cvref_t<M>::Value>& whole) {
  using T = typename std::remove_cvref_t<M>::Value;
  ReplicatedMatrix<T> target = detail::copies_in(detail::operand_of(a).comm, a.shape(), whole);
  copy_into(a, target);
}

/// All elements of the matrix or view `a`, of any kind, column by column, on every rank.
/// @throws OutOfMemory on all ranks, if one cannot hold them
/// @collective over a's communicator
/// @example std::vector<double> all = gather_all(a);  // all[i + j * a.rows()] on each rank
template <PlacedLike M>
auto gather_all(const M& a) {
  using T = typename std::remove_cvref_t<M>::Value;
  const auto [rows, cols] = a.shape();
  const Index count = checked_product(rows, cols, "gather_all: number of elements");
  std::vector<T> elements;
  mpi::together(mpi::Context::of(detail::operand_of(a).comm).comm(),
                [&] { elements.resize(static_cast<std::size_t>(count)); });
  gather_all_into(a, {elements.data(), rows, cols, 1, rows > 0 ? rows : 1});
  return elements;
}

/// The matrix or view `target`, of any kind, from memory that every rank has whole: each takes its
/// part out of its own, without a message.
/// @param whole  [local] target.shape() elements, column- or row-major; the same on all ranks
/// @throws ArgumentError on all ranks, if one's memory has another shape
/// @collective over the target's communicator
/// @example scatter_all({buffer.data(), rows, cols, 1, ld}, a);
template <PlacedLike M>
void scatter_all(const LocalView<const typename std::remove_cvref_t<M>::Value>& whole, M&& target) {
  using T = typename std::remove_cvref_t<M>::Value;
  // Only read from: the matrix that looks at it is constant.
  const LocalView<T> readable{const_cast<T*>(whole.data), whole.rows, whole.cols, whole.row_stride,
                              whole.col_stride};
  const ReplicatedMatrix<T> source =
      detail::copies_in(detail::operand_of(target).comm, target.shape(), readable);
  copy_into(source, target);
}

}  // namespace ashlar
