// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include <ashlar/linalg/one_scalar_type.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

namespace detail {
template <Scalar T>
DistMatrix<T> permute_rows(const MatrixView<const T>& a, std::span<const Index> perm);
template <Scalar T>
DistMatrix<T> permute_cols(const MatrixView<const T>& a, std::span<const Index> perm);
}  // namespace detail

/// The rows of `a` in another order: row k of the result is row perm[k] of `a` (ScaLAPACK p?lapiv,
/// NumPy a[perm]). A new matrix with a's blocks and grid.
/// @param perm  [same] every number from 0 to a's rows - 1 once
/// @throws ArgumentError  if it is not a permutation
/// @collective over a.comm()
/// @cost what changes its rank travels once, along grid columns; buffers of 128 KiB or of a local
/// column, and 8 bytes a local row
/// @example auto sorted = permute_rows(a, order);
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> permute_rows(const A& a, std::span<const Index> perm) {
  return detail::permute_rows<ValueOf<A>>(const_view(a), perm);
}

/// The columns of `a` in another order: column k of the result is column perm[k] of `a`. As
/// permute_rows.
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> permute_cols(const A& a, std::span<const Index> perm) {
  return detail::permute_cols<ValueOf<A>>(const_view(a), perm);
}

}  // namespace ashlar
