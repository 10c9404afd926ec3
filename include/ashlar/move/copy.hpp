// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include <ashlar/layout/transfers.hpp>
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
  Uplo uplo = Uplo::General;    ///< part of the *target* section that is written, or of the
                                ///< target's box, if the arrays have two dimensions
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
  Index piece_bytes = Index{256} << 10;    ///< as in PlanOptions
  Index max_extra_bytes = 0;               ///< for buffers, as in PlanOptions; 0: a few MiB
  Overflow overflow = Overflow::Infinite;  ///< as in PlanOptions
};

namespace detail {
void copy(const Operand& source, const Target& target, const CopyOptions& options);
/// Refuses, with the remedy, what cannot be moved from an S to a D.
template <Movable S, Movable D>
constexpr void check_movable() {
  using From = MovableValueOf<S>;
  using To = MovableValueOf<D>;
  static_assert(IsArray<std::remove_cvref_t<S>>::value == IsArray<std::remove_cvref_t<D>>::value,
                "a matrix does not become an array, nor an array a matrix: wrap the memory of one "
                "as the other");
  static_assert((Element<From> && Element<To>) || std::same_as<From, To>,
                "elements other than numbers are moved as they are: source and target must have "
                "one type");
  static_assert(!is_complex<From> || is_complex<To>,
                "a complex matrix does not become real, which would lose a part in silence: fill "
                "the target by fill_with from the real parts");
  static_assert(!(Element<From> && Element<To>) || ElementMovableTo<From, To> ||
                    (is_complex<From> && !is_complex<To>),
                "not every element has a value of the target's integer type: convert<To>(a) looks "
                "at each and refuses what does not fit");
}
/// @throws ArgumentError if elements that are bytes only were to be conjugated or made one
void expect_bytes_only(const CopyOptions& options);
}  // namespace detail

/// target := op(source), between any two layouts, block maps, replicas, sections and rank sets of
/// one communicator (ScaLAPACK p?gemr2d, p?trmr2d, p?tran), or between any two distributions of
/// arrays with as many dimensions. Bit-exact where both have the same element type; else elements
/// are converted on their way, rounded to nearest, what is too large to infinity unless `overflow`
/// refuses it, and complex ones do not become real. Nothing outside
/// the target section, the triangle and the local blocks is written. Every replica of a target is
/// written; of a replicated source each reader takes the nearest: its own, else one of
/// its node, else in turn.
/// @param source, target  matrices of any kind, views or arrays; [same] sections
/// @throws ArgumentError  if the shapes do not match, the communicators differ, both overlap in
/// memory, or a transport was asked for that cannot be had
/// @throws OverflowError  on all ranks, where Overflow::Refused was asked for
/// @collective over the communicator of both, ranks without elements included
/// @cost  no message between ranks that share memory; else one for each pair of communicating ranks
/// and round, with a few MiB of buffers. Repeated moves keep their plan
/// @example copy_into(u, v, {.axes = {2, 0, 1}});  // v(i, j, k) = u(j, k, i)
template <Movable S, Movable D>
void copy_into(const S& source, D&& target, const CopyOptions& options = {}) {
  detail::check_movable<S, D>();
  if constexpr (!Element<MovableValueOf<S>>) detail::expect_bytes_only(options);
  detail::copy(detail::operand_of(source), detail::target_of(target), options);
}

/// target := alpha * op(source) + beta * target (ScaLAPACK p?geadd, p?tradd), in the pass that
/// moves the elements. Only what the triangle keeps is computed. With beta = 0 the target is not
/// read; with alpha = 0 the source is not, and nothing travels.
/// @collective as the form without scaling, with the same errors and cost
/// @example copy_into(a, b, {.op = Op::Trans}, {.alpha = 0.5, .beta = 1});  // b := a^T / 2 + b
template <Movable S, Movable D>
void copy_into(const S& source, D&& target, const CopyOptions& options,
               const ScalingOf<D>& scaling) {
  detail::check_movable<S, D>();
  static_assert(Scalar<MovableValueOf<D>>,
                "integers are not scaled, since their products could overflow in silence: copy "
                "without alpha and beta, or into a matrix of double");
  detail::copy(detail::operand_of(source), detail::target_of(target, scaling), options);
}

/// copy_into in a new matrix of the given layout, with elements of type To or of a's. @collective
/// @example auto lower = copy<float>(a, layout, {.op = Op::Trans, .uplo = Uplo::Lower});
template <Storable To, MatrixLike S>
requires ElementMovableTo<ValueOf<S>, To>
DistMatrix<To> copy(const S& a, const Layout& layout, const CopyOptions& options) {
  DistMatrix<To> result(a.comm(), layout, {.init = Init::Uninitialized});
  copy_into(a, result, options);
  return result;
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> copy(const S& a, const Layout& layout, const CopyOptions& options) {
  return copy<ValueOf<S>>(a, layout, options);
}

/// The same matrix in another layout (ScaLAPACK p?gemr2d). @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> redistribute(const S& a, const Layout& layout) {
  return copy(a, layout, {});
}

/// The same with elements of another type, converted on their way.
/// @example auto single = redistribute<float>(a, layout);
template <Storable To, MatrixLike S>
requires ElementMovableTo<ValueOf<S>, To>
DistMatrix<To> redistribute(const S& a, const Layout& layout) {
  return copy<To>(a, layout, {});
}

/// a^T (ScaLAPACK p?tran): a new matrix in `layout`, or with a's blocks, source and grid.
/// @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> transpose(const S& a, const Layout& layout) {
  return copy(a, layout, {.op = Op::Trans});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> transpose(const S& a) {
  return transpose(a, a.layout().with_shape(a.shape().transposed()));
}

/// a^H (ScaLAPACK p?tranc): the conjugate transpose; for real types the same as transpose.
/// @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> conj_transpose(const S& a, const Layout& layout) {
  return copy(a, layout, {.op = Op::ConjTrans});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> conj_transpose(const S& a) {
  return conj_transpose(a, a.layout().with_shape(a.shape().transposed()));
}

/// The upper or lower triangle (trapezoid) of `a` in a new matrix of `layout`, or of a's own: the
/// rest is zero.
/// @param uplo      [same]
/// @param diagonal  [same] upper keeps j - i >= diagonal, lower j - i <= diagonal
/// @param diag      [same] Unit: the bounding diagonal becomes one
/// @collective
/// @example auto strictly_upper = extract_triangle(a, Uplo::Upper, 1);
template <MatrixLike S>
DistMatrix<ValueOf<S>> extract_triangle(const S& a, Uplo uplo, const Layout& layout,
                                        Index diagonal = 0, Diag diag = Diag::NonUnit) {
  return copy(a, layout, {.uplo = uplo, .diagonal = diagonal, .diag = diag, .rest = Rest::Zero});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> extract_triangle(const S& a, Uplo uplo, Index diagonal = 0,
                                        Diag diag = Diag::NonUnit) {
  return extract_triangle(a, uplo, a.layout().with_shape(a.shape()), diagonal, diag);
}

/// One of several copies that are made together: what copy_into takes.
template <Storable T>
struct CopyTask {
  template <Movable S, Movable D>
  requires std::same_as<MovableValueOf<S>, T> && ElementMovableTo<T, MovableValueOf<D>>
  CopyTask(const S& from, D&& to, const CopyOptions& what = {}, const ScalingOf<D>& scaling = {})
      : source(detail::operand_of(from)), target(detail::target_of(to, scaling)), options(what) {
    if constexpr (!Element<T>) detail::expect_bytes_only(what);
  }

  detail::Operand source;
  detail::Target target;
  CopyOptions options;
};
template <Movable S, Movable D>
CopyTask(const S&, D&&) -> CopyTask<MovableValueOf<S>>;
template <Movable S, Movable D>
CopyTask(const S&, D&&, const CopyOptions&) -> CopyTask<MovableValueOf<S>>;

namespace detail {
/// A task of any element type.
struct AnyTask {
  const Operand* source;
  const Target* target;
  const CopyOptions* options;
};
void copy_all(std::span<const AnyTask> tasks);
}  // namespace detail

/// copy_into for several pairs of matrices or arrays of one communicator in one exchange: whatever
/// two ranks have for each other shares messages, and the ranks of a node meet once (COSTA's
/// transform of several layouts). The sources have elements of one type; all else may differ, the
/// transport and max_extra_bytes apart.
/// @throws ArgumentError  as copy_into; if the tasks' communicators, transports or max_extra_bytes
/// differ; if one task reads from a section that another writes, or both write an element in
/// common: two triangles of one section may, where their bounding diagonals do not meet
/// @collective over the communicator of all
/// @example copy_all({CopyTask(a, b), CopyTask(c, d, {.op = Op::Trans})});
template <Storable T>
void copy_all(std::span<const CopyTask<T>> tasks) {
  std::vector<detail::AnyTask> all;
  for (const CopyTask<T>& task : tasks) all.push_back({&task.source, &task.target, &task.options});
  detail::copy_all(all);
}
template <Storable T>
void copy_all(std::initializer_list<CopyTask<T>> tasks) {
  copy_all<T>(std::span(tasks.begin(), tasks.end()));
}

/// `layout` with its grid positions given to those ranks of a's communicator that have most of
/// their elements already: the same blocks and grid, least data to move.
/// @throws ArgumentError if `layout` has another shape than `a`, or a rank that is not in the
/// communicator
/// @cost  as relabelled(Transfers); pure arithmetic, the same on all ranks
/// @example auto b = redistribute(a, relabelled(a, layout));
template <MatrixLike S>
Layout relabelled(const S& a, const Layout& layout) {
  const auto view = const_view(a);
  return relabelled(Transfers(view.layout(), layout, {.source = view.section()}), a.comm().size());
}

}  // namespace ashlar
