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
template <Scalar T>
DistMatrix<T> take_rows(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout);
template <Scalar T>
DistMatrix<T> take_cols(const MatrixView<const T>& a, std::span<const Index> indices,
                        const Layout* layout);
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

/// Rows of `a` by a list: row k of the result is row indices[k] of `a` (NumPy a[indices]). A new
/// matrix with a's grid and blocks; where every process has one block of rows, the rows of the
/// result are cut into even blocks.
/// @param indices  [same] row numbers of `a`, in any order, also several times; there may be none
/// @throws ArgumentError  if there is no such row
/// @collective over a.comm()
/// @cost as permute_rows
/// @example auto centres = take_rows(points, picked);
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_rows(const A& a, std::span<const Index> indices) {
  return detail::take_rows<ValueOf<A>>(const_view(a), indices, nullptr);
}
/// The same in a given layout [same].
/// @throws ArgumentError  if its shape is not the number of indices by a's columns
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_rows(const A& a, std::span<const Index> indices, const Layout& layout) {
  return detail::take_rows<ValueOf<A>>(const_view(a), indices, &layout);
}

/// Columns of `a` by a list: column k of the result is column indices[k] of `a`. As take_rows.
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_cols(const A& a, std::span<const Index> indices) {
  return detail::take_cols<ValueOf<A>>(const_view(a), indices, nullptr);
}
template <MatrixLike A>
requires OneScalarType<A>
DistMatrix<ValueOf<A>> take_cols(const A& a, std::span<const Index> indices, const Layout& layout) {
  return detail::take_cols<ValueOf<A>>(const_view(a), indices, &layout);
}

}  // namespace ashlar
