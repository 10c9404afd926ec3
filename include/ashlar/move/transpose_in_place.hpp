// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/move/copy.hpp>

namespace ashlar {

namespace detail {
void transpose_in_place(const Operand& a, Op op, const PlanOptions& options);
}  // namespace detail

/// a := a^T for a square matrix or square section, in its own memory: pairs of ranks swap what the
/// other needs piece by piece, in each other's memory where a node shares it, else by messages. Any
/// layout or block map will do, since element (i, j) and element (j, i) only change places; of a
/// replicated matrix every copy is transposed.
/// @param a  matrix or view that may be written; [same] section
/// @param options  [same] transport, Automatic or Messages, and piece_bytes, the longest message
/// @throws ArgumentError  if it is not square: then the result has another shape, so use transpose;
/// or if an option is out of its range
/// @collective over the communicator of `a`, ranks without elements included
/// @cost  buffers of 4 pieces (1 MiB unless told otherwise), whatever the size of the matrix
/// @example transpose_in_place(a.view({0, 100}, {0, 100}));
template <PlacedLike M>
requires WrittenTo<M>
void transpose_in_place(M&& a, const PlanOptions& options = {}) {
  detail::transpose_in_place(detail::operand_of(a), Op::Trans, options);
}

/// a := a^H: the same with every element conjugated, those on the diagonal included; for real types
/// the same as transpose_in_place. @collective
template <PlacedLike M>
requires WrittenTo<M>
void conj_transpose_in_place(M&& a, const PlanOptions& options = {}) {
  if constexpr (!Element<MovableValueOf<M>>) detail::expect_bytes_only(Op::ConjTrans);
  detail::transpose_in_place(detail::operand_of(a), Op::ConjTrans, options);
}

}  // namespace ashlar
