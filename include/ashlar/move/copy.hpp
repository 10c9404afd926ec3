// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan.hpp>

namespace ashlar {

/// What becomes of the target's elements outside the moved triangle.
enum class Rest {
  Untouched,
  Zero,  ///< they become zero; with Diag::Unit the bounding diagonal becomes one
};

/// What happens on the way.
struct CopyOptions {
  Op op = Op::None;             ///< [same] none, transpose, conjugate-transpose
  Uplo uplo = Uplo::General;    ///< [same] part of the *target* section that is written
  Index diagonal = 0;           ///< [same] the triangle ends with diagonal j - i = diagonal
  Diag diag = Diag::NonUnit;    ///< [same] Unit: the bounding diagonal is not moved
  Rest rest = Rest::Untouched;  ///< [same] for a triangle
  Transport transport = Transport::Automatic;  ///< [same]
};

namespace detail {
template <Element T>
void copy_section(MatrixView<const T> source, MatrixView<T> target, const CopyOptions& options);
}

/// target := op(source), between any two layouts, sections and rank sets of one communicator
/// (ScaLAPACK p?gemr2d, p?trmr2d, p?tran). Bit-exact; nothing outside the target section, the
/// triangle and the local blocks is written.
/// @param source, target  matrices or views; [same] sections
/// @throws ArgumentError  if the shapes do not match, the communicators differ or both overlap in
/// memory
/// @collective over the communicator of both, ranks without elements included
/// @cost  one message per pair of ranks that share elements and round; see transfers()
template <MatrixLike S, MatrixLike D>
requires std::same_as<ValueOf<S>, ValueOf<D>>
void copy_into(const S& source, D&& target, const CopyOptions& options = {}) {
  detail::copy_section<ValueOf<S>>(const_view(source), MatrixView<ValueOf<D>>(target), options);
}

/// op(a) in a new matrix of the given layout. @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> moved(const S& a, const Layout& layout, const CopyOptions& options) {
  DistMatrix<ValueOf<S>> result(a.comm(), layout, {.init = Init::Uninitialized});
  copy_into(a, result, options);
  return result;
}

/// The same matrix in another layout (ScaLAPACK p?gemr2d). @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> redistribute(const S& a, const Layout& layout) {
  return moved(a, layout, {});
}

/// a^T (ScaLAPACK p?tran): a new matrix in `layout`, or with a's blocks, source and grid.
/// @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> transpose(const S& a, const Layout& layout) {
  return moved(a, layout, {.op = Op::Trans});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> transpose(const S& a) {
  return transpose(a, a.layout().with_shape(a.shape().transposed()));
}

/// a^H (ScaLAPACK p?tranc): the conjugate transpose; for real types the same as transpose.
/// @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> conj_transpose(const S& a, const Layout& layout) {
  return moved(a, layout, {.op = Op::ConjTrans});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> conj_transpose(const S& a) {
  return conj_transpose(a, a.layout().with_shape(a.shape().transposed()));
}

/// The upper or lower triangle (trapezoid) of `a` in a new matrix of `layout`, or of a's own: the
/// rest is zero, with Diag::Unit the bounding diagonal is one.
/// @param diagonal  [same] upper keeps j - i >= diagonal, lower j - i <= diagonal
/// @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> extract_triangle(const S& a, Uplo uplo, Diag diag, Index diagonal,
                                        const Layout& layout) {
  return moved(a, layout, {.uplo = uplo, .diagonal = diagonal, .diag = diag, .rest = Rest::Zero});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> extract_triangle(const S& a, Uplo uplo, Diag diag = Diag::NonUnit,
                                        Index diagonal = 0) {
  return extract_triangle(a, uplo, diag, diagonal, a.layout().with_shape(a.shape()));
}

}  // namespace ashlar
