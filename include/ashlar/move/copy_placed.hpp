// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <type_traits>
#include <vector>

#include <ashlar/matrix/block_matrix.hpp>
#include <ashlar/matrix/replicated_matrix.hpp>
#include <ashlar/move/copy.hpp>

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

template <Element T>
void copy_placed(const PlacedOperand<const T>& source, const PlacedOperand<T>& target,
                 const PlacedCopyOptions& options);

}  // namespace detail

/// What moves between matrices of all kinds take: a DistMatrix, a BlockMatrix, a ReplicatedMatrix
/// or a view of one.
template <class M>
concept PlacedLike = MatrixLike<M> || detail::IsPlaced<std::remove_cvref_t<M>>::value;

/// target := op(source), where one of both or both are cut by a block map or replicated. Bit-exact;
/// nothing outside the target section and the triangle is written. Every copy of a replicated
/// target is written; of a replicated source each reader takes the nearest copy: its own, else one
/// of its node, else in turn.
/// @param source, target  [same] sections
/// @throws ArgumentError  if the shapes do not match, the communicators differ, both overlap in
///         memory, or a transport was asked for that cannot be had
/// @collective over the communicator of both, ranks without elements included
/// @cost  no message between ranks that share memory, unless the source is the caller's own; else
///        messages through buffers of a few MiB
template <PlacedLike S, PlacedLike D>
requires(!MatrixLike<S> || !MatrixLike<D>) &&
    std::same_as<typename std::remove_cvref_t<S>::Value,
                 typename std::remove_cvref_t<D>::Value> void copy_into(const S& source, D&& target,
                                                                        const PlacedCopyOptions&
                                                                            options = {}) {
  using T = typename std::remove_cvref_t<S>::Value;
  detail::copy_placed<T>(detail::operand_of<const T>(source), detail::operand_of<T>(target),
                         options);
}

}  // namespace ashlar
