// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>
#include <type_traits>
#include <vector>

#include <ashlar/matrix/block_matrix.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/landing.hpp>

namespace ashlar {

/// What happens on the way between matrices of any kind.
struct PlacedCopyOptions {
  Op op = Op::None;           ///< [same] none, transpose, conjugate-transpose
  Uplo uplo = Uplo::General;  ///< [same] part of the *target* section that is written
  Index diagonal = 0;         ///< [same] the triangle ends with diagonal j - i = diagonal
  Diag diag = Diag::NonUnit;  ///< [same] Unit: the bounding diagonal is not moved
  Transport transport = Transport::Automatic;  ///< [same] Automatic, SharedMemory or Messages
  Index piece_bytes = Index{256} << 10;        ///< [same] longest packed message
};

namespace detail {

/// One side of a move: where its elements lie, and this rank's memory of them.
template <class T>
struct PlacedOperand {
  mpi::CommunicatorView comm;
  ashlar::Placement placement;
  Section section;
  std::vector<LocalView<T>> blocks;  ///< in the order of the block map; of a layout its one block
  const mpi::Storage* storage;       ///< empty where the blocks lie in the caller's memory
};

template <class T>
struct IsPlaced : std::false_type {};
template <class T>
struct IsPlaced<BlockMatrix<T>> : std::true_type {};
template <class T>
struct IsPlaced<ReplicatedMatrix<T>> : std::true_type {};
template <class M>
struct IsPlaced<PlacedView<M>> : std::true_type {};

/// A const or writable matrix or view of any kind as an operand.
template <class T, class M>
PlacedOperand<T> operand_of(const MatrixView<M>& view) {
  return {view.comm(),
          view.layout(),
          view.section(),
          {view.matrix().local()},
          &view.matrix().storage()};
}
template <class T, class M>
PlacedOperand<T> operand_of(const PlacedView<M>& view) {
  M& matrix = view.matrix();
  PlacedOperand<T> operand{
      matrix.comm(), matrix.placement(), view.section(), {}, &matrix.storage()};
  if constexpr (requires { matrix.blocks(); }) {
    const auto& blocks = matrix.blocks();
    operand.blocks.assign(blocks.begin(), blocks.end());
  } else {
    operand.blocks = {matrix.local()};
  }
  return operand;
}
template <class T, Element E>
PlacedOperand<T> operand_of(const DistMatrix<E>& matrix) {
  return operand_of<T>(MatrixView<const E>(matrix));
}
template <class T, Element E>
PlacedOperand<T> operand_of(DistMatrix<E>& matrix) {
  return operand_of<T>(MatrixView<E>(matrix));
}
template <class T, class M>
requires IsPlaced<std::remove_const_t<M>>::value &&
    (!requires(M & m) { m.matrix(); }) PlacedOperand<T> operand_of(M& matrix) {
  return operand_of<T>(PlacedView<M>(matrix));
}

/// Where a move between placements ends and what it computes there: the element type is a value, so
/// that a move is compiled once for each type of source and not for each pair.
struct PlacedLanding {
  mpi::CommunicatorView comm;
  ashlar::Placement placement;
  Section section;
  const mpi::Storage* storage;
  std::vector<Landing> blocks;  ///< each with its memory, element type and factors
  DType dtype;
};

template <class T>
PlacedLanding landing(const PlacedOperand<T>& target, const Scaling<T>& scaling) {
  PlacedLanding result{target.comm, target.placement, target.section, target.storage,
                       {},          dtype_of<T>()};
  for (const LocalView<T>& block : target.blocks) {
    Landing& one = result.blocks.emplace_back();
    one.dtype = dtype_of<T>();
    one.block = {reinterpret_cast<std::byte*>(block.data), block.rows, block.cols, block.row_stride,
                 block.col_stride};
    std::memcpy(one.alpha.data(), &scaling.alpha, sizeof(T));
    std::memcpy(one.beta.data(), &scaling.beta, sizeof(T));
  }
  return result;
}

template <Element S>
void copy_placed(const PlacedOperand<const S>& source, const PlacedLanding& target,
                 const PlacedCopyOptions& options);

}  // namespace detail

/// What moves between matrices of all kinds take: a DistMatrix, a BlockMatrix, a ReplicatedMatrix
/// or a view of one.
template <class M>
concept PlacedLike = MatrixLike<M> || detail::IsPlaced<std::remove_cvref_t<M>>::value;

/// The element type of a matrix or view of any kind.
template <PlacedLike M>
using PlacedValueOf = typename std::remove_cvref_t<M>::Value;

/// target := op(source), where one of both or both are cut by a block map or replicated. Bit-exact
/// where both have the same element type, else converted on the way as between layouts; nothing
/// outside the target section and the triangle is written. Every copy of a replicated target is
/// written; of a replicated source each reader takes the nearest copy: its own, else one of its
/// node, else in turn.
/// @param source, target  [same] sections
/// @throws ArgumentError  if the shapes do not match, the communicators differ, both overlap in
///         memory, a transport was asked for that cannot be had, or piece_bytes is not in 1 … 2^30
/// @collective over the communicator of both, ranks without elements included
/// @cost  no message between ranks that share memory, unless the source is the caller's own; else
///        messages through buffers of a few MiB
template <PlacedLike S, PlacedLike D>
requires(!MatrixLike<S> || !MatrixLike<D>) &&
    ElementMovableTo<PlacedValueOf<S>, PlacedValueOf<D>> void copy_into(
        const S& source, D&& target, const PlacedCopyOptions& options = {}) {
  using From = PlacedValueOf<S>;
  using To = PlacedValueOf<D>;
  detail::copy_placed<From>(detail::operand_of<const From>(source),
                            detail::landing(detail::operand_of<To>(target), Scaling<To>{}),
                            options);
}

/// target := alpha * op(source) + beta * target, in the pass that moves the elements, as between
/// layouts.
/// @throws, @collective, @cost  as the form without scaling
/// @example copy_into(tiles, a, {.op = Op::Trans}, {.alpha = 0.5, .beta = 1});
template <PlacedLike S, PlacedLike D>
requires(!MatrixLike<S> || !MatrixLike<D>) &&
    ElementMovableTo<PlacedValueOf<S>, PlacedValueOf<D>>&& Scalar<PlacedValueOf<D>> void copy_into(
        const S& source, D&& target, const PlacedCopyOptions& options,
        const Scaling<PlacedValueOf<D>>& scaling) {
  using From = PlacedValueOf<S>;
  using To = PlacedValueOf<D>;
  detail::copy_placed<From>(detail::operand_of<const From>(source),
                            detail::landing(detail::operand_of<To>(target), scaling), options);
}

}  // namespace ashlar
