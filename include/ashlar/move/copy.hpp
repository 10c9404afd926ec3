// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan.hpp>

namespace ashlar {

/// Treatment of the target's elements outside the moved triangle.
enum class Rest {
  Untouched,
  Zero,  ///< they become zero; with Diag::Unit the bounding diagonal becomes one
};

/// Options of copy_into. [same]
struct CopyOptions {
  Op op = Op::None;             ///< none, transpose, conjugate-transpose; of matrices
  Uplo uplo = Uplo::General;    ///< part of the *target* section that is written
  Index diagonal = 0;           ///< the triangle ends with diagonal j - i = diagonal
  Diag diag = Diag::NonUnit;    ///< Unit: the bounding diagonal is not moved
  Rest rest = Rest::Untouched;  ///< for a triangle
  /// Of arrays: dimension d of the target is dimension axes[d] of the source (NumPy's transpose);
  /// empty: d itself.
  std::vector<int> axes = {};
  /// Of arrays: the part that is read and the part that is written, one range for each dimension;
  /// empty: all.
  std::vector<Range> source = {}, target = {};
  Transport transport = Transport::Automatic;
  Index piece_bytes = Index{256} << 10;  ///< as in PlanOptions
  Index max_extra_bytes = 0;             ///< for buffers, as in PlanOptions; 0: a few MiB
};

namespace detail {
void copy(const Operand& source, const Target& target, const CopyOptions& options);
}

/// target := op(source), between any two layouts, block maps, replicas, sections and rank sets of
/// one communicator (ScaLAPACK p?gemr2d, p?trmr2d, p?tran), or between any two distributions of
/// arrays with as many dimensions. Bit-exact where both have the same element type; else elements
/// are converted on their way, rounded to nearest, and complex ones do not become real. Nothing
/// outside the target section, the triangle and the local blocks is written. Every replica of a
/// target is written; of a replicated source each reader takes the nearest: its own, else one of
/// its node, else in turn.
/// @param source, target  matrices of any kind, views or arrays; [same] sections
/// @throws ArgumentError  if the shapes do not match, the communicators differ, both overlap in
/// memory, or a transport was asked for that cannot be had
/// @collective over the communicator of both, ranks without elements included
/// @cost  no message between ranks that share memory; else one per pair of ranks that share
/// elements and round, through buffers of a few MiB. Repeated moves keep their plan
/// @example copy_into(u, v, {.axes = {2, 0, 1}});  // v(i, j, k) = u(j, k, i)
template <Movable S, Movable D>
requires ElementMovableTo<MovableValueOf<S>, MovableValueOf<D>> &&
         (detail::IsArray<std::remove_cvref_t<S>>::value ==
          detail::IsArray<std::remove_cvref_t<D>>::value)
void copy_into(const S& source, D&& target, const CopyOptions& options = {}) {
  detail::copy(detail::operand_of(source), detail::target_of(target), options);
}

/// target := alpha * op(source) + beta * target (ScaLAPACK p?geadd, p?tradd), in the pass that
/// moves the elements. Only what the triangle keeps is computed. With beta = 0 the target is not
/// read; with alpha = 0 the source is not, and nothing travels.
/// @collective as the form without scaling, with the same errors and cost
/// @example copy_into(a, b, {.op = Op::Trans}, {.alpha = 0.5, .beta = 1});  // b := a^T / 2 + b
template <Movable S, Movable D>
requires ElementMovableTo<MovableValueOf<S>, MovableValueOf<D>> && Scalar<MovableValueOf<D>> &&
         (detail::IsArray<std::remove_cvref_t<S>>::value ==
          detail::IsArray<std::remove_cvref_t<D>>::value)
void copy_into(const S& source, D&& target, const CopyOptions& options,
               const Scaling<MovableValueOf<D>>& scaling) {
  detail::copy(detail::operand_of(source), detail::target_of(target, scaling), options);
}

/// op(a) in a new matrix of the given layout, with elements of type To. @collective
template <Element To, MatrixLike S>
requires ElementMovableTo<ValueOf<S>, To>
DistMatrix<To> moved(const S& a, const Layout& layout, const CopyOptions& options) {
  DistMatrix<To> result(a.comm(), layout, {.init = Init::Uninitialized});
  copy_into(a, result, options);
  return result;
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> moved(const S& a, const Layout& layout, const CopyOptions& options) {
  return moved<ValueOf<S>>(a, layout, options);
}

/// The same matrix in another layout (ScaLAPACK p?gemr2d). @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> redistribute(const S& a, const Layout& layout) {
  return moved(a, layout, {});
}

/// The same with elements of another type, converted on their way.
/// @example auto single = redistribute<float>(a, layout);
template <Element To, MatrixLike S>
requires ElementMovableTo<ValueOf<S>, To>
DistMatrix<To> redistribute(const S& a, const Layout& layout) {
  return moved<To>(a, layout, {});
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
