// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include <ashlar/matrix/any_block.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/operand.hpp>

namespace ashlar {

namespace detail {
void get_values_of(const Operand& a, std::span<const Index> rows, std::span<const Index> cols,
                   const AnyBlock& block);
}  // namespace detail

/// block(i, j) = a(rows[i], cols[j]), for any elements that this rank asks for (PETSc
/// MatGetValues, but from any rank): what an Assembler puts there can be read back.
///
/// An element with a negative index stays as it was in the block.
/// @param a           a matrix or view; indices count within the view
/// @param rows, cols  [local] any indices, in any order, also several times; there may be none
/// @param block       [local] rows.size() x cols.size() elements, any strides
/// @throws ArgumentError on all ranks, if one asks for an element beyond the matrix or its block
/// has another shape
/// @collective over a's communicator
/// @cost  an exchange of three numbers between all ranks, then a question and an answer between
/// those that share elements; buffers of a few MiB and, on the owners, the indices asked for
template <MatrixLike M>
void get_values_into(const M& a, std::span<const Index> rows, std::span<const Index> cols,
                     const LocalView<ValueOf<M>>& block) {
  detail::get_values_of(detail::operand_of(const_view(a)), rows, cols, detail::AnyBlock::of(block));
}

/// The same in new memory, column by column; zero where an index is negative. @collective
template <MatrixLike M>
std::vector<ValueOf<M>> get_values(const M& a, std::span<const Index> rows,
                                   std::span<const Index> cols) {
  std::vector<ValueOf<M>> values(rows.size() * cols.size());
  const Index m = std::ssize(rows), n = std::ssize(cols);
  get_values_into(a, rows, cols, {values.data(), m, n, 1, m});
  return values;
}

}  // namespace ashlar
