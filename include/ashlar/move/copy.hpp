// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include <ashlar/layout/transfers.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan.hpp>

namespace ashlar {

/// Treatment of target elements outside the triangle.
enum class Rest {
  Untouched,
  Zero,  ///< zero; with Diag::Unit the bounding diagonal is one
};

/// Options of copy_into. [same]
struct CopyOptions {
  Op op = Op::None;           ///< of matrices
  Uplo uplo = Uplo::General;  ///< written triangle of the *target* section, or of the target range
                              ///< of two-dimensional arrays
  Index diagonal = 0;         ///< bounding diagonal of the triangle, j - i = diagonal
  Diag diag = Diag::NonUnit;  ///< Unit: the bounding diagonal is not moved
  Rest rest = Rest::Untouched;  ///< for a triangle
  /// Of arrays: dimension d of the target is dimension axes[d] of the source (NumPy's transpose);
  /// empty: identity.
  std::vector<int> axes = {};
  /// Of arrays: read and written ranges, one per dimension; empty: all.
  std::vector<Range> source = {}, target = {};
  Transport transport = Transport::Automatic;
  Index piece_bytes = Index{256} << 10;    ///< as in PlanOptions
  Index max_extra_bytes = 0;               ///< as in PlanOptions
  Overflow overflow = Overflow::Infinite;  ///< as in PlanOptions
};

namespace detail {
void copy(const Operand& source, const Target& target, const CopyOptions& options);
/// Rejects moves from S to D that are not possible, with a remedy.
template <Movable S, Movable D>
constexpr void check_movable() {
  using From = MovableValueOf<S>;
  using To = MovableValueOf<D>;
  static_assert(IsArray<std::remove_cvref_t<S>>::value == IsArray<std::remove_cvref_t<D>>::value,
                "a matrix does not become an array, nor an array a matrix: wrap the memory of one "
                "as the other");
  static_assert((Element<From> && Element<To>) || std::same_as<From, To>,
                "elements other than numbers are copied bytewise: source and target must have "
                "one type");
  static_assert(!is_complex<From> || is_complex<To>,
                "a complex matrix does not become real, which would lose a part in silence: fill "
                "the target by fill_with from the real parts");
  static_assert(!(Element<From> && Element<To>) || ElementMovableTo<From, To> ||
                    (is_complex<From> && !is_complex<To>),
                "not every element has a value of the target's integer type: convert<To>(a) checks "
                "each element and refuses those without one");
}
/// @throws ArgumentError if opaque elements are to be conjugated or set to one
void expect_bytes_only(const CopyOptions& options);
}  // namespace detail

/// Copies target := op(source) between any layouts, block maps, replicas, sections and rank sets of
/// one communicator (ScaLAPACK p?gemr2d, p?trmr2d, p?tran), or distributions of arrays of equal
/// dimension.
///
/// Equal element types are copied bit by bit. Others are converted, rounded to nearest; overflow
/// gives infinity or is refused by `overflow`; complex does not become real. Only the target
/// section or triangle is written. Every replica of a target is written; a replicated source is
/// read from the own replica, else one on the node, else round-robin.
/// @param source, target  matrices, views or arrays; [same] sections
/// @throws ArgumentError  if shapes or communicators do not match, both overlap in memory, or the
/// transport is not available
/// @throws OverflowError  on all ranks, with Overflow::Refused
/// @collective
/// @cost  no message between ranks with shared memory; else one per piece_bytes of each pair of
/// ranks, with buffers of a few MiB. The plan is cached for repeated calls
/// @example copy_into(u, v, {.axes = {2, 0, 1}});  // v(i, j, k) = u(j, k, i)
template <detail::Movable S, detail::Movable D>
void copy_into(const S& source, D&& target, const CopyOptions& options = {}) {
  detail::check_movable<S, D>();
  if constexpr (!Element<detail::MovableValueOf<S>>) detail::expect_bytes_only(options);
  detail::copy(detail::operand_of(source), detail::target_of(target), options);
}

/// Computes target := alpha * op(source) + beta * target in the pass of the move (ScaLAPACK
/// p?geadd, p?tradd), within the triangle. With beta = 0 the target is not read; with alpha = 0 the
/// source is not read, and no message is sent.
/// @collective with the errors and cost above
/// @example copy_into(a, b, {.op = Op::Trans}, {.alpha = 0.5, .beta = 1});  // b := a^T / 2 + b
template <detail::Movable S, detail::Movable D>
void copy_into(const S& source, D&& target, const CopyOptions& options,
               const detail::ScalingOf<D>& scaling) {
  detail::check_movable<S, D>();
  static_assert(Scalar<detail::MovableValueOf<D>>,
                "integers are not scaled, since their products could overflow in silence: copy "
                "without alpha and beta, or into a matrix of double");
  detail::copy(detail::operand_of(source), detail::target_of(target, scaling), options);
}

/// Copies to a new matrix of the given layout, with element type To or that of `a`. @collective
/// @example auto lower = copy<float>(a, layout, {.op = Op::Trans, .uplo = Uplo::Lower});
template <Storable To, MatrixLike S>
requires detail::ElementMovableTo<ValueOf<S>, To>
DistMatrix<To> copy(const S& a, const Layout& layout, const CopyOptions& options) {
  DistMatrix<To> result(a.comm(), layout, {.init = Init::Uninitialized});
  copy_into(a, result, options);
  return result;
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> copy(const S& a, const Layout& layout, const CopyOptions& options) {
  return copy<ValueOf<S>>(a, layout, options);
}

/// Redistributes a matrix (ScaLAPACK p?gemr2d). @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> redistribute(const S& a, const Layout& layout) {
  return copy(a, layout, {});
}

/// Overload with conversion of the elements.
/// @example auto single = redistribute<float>(a, layout);
template <Storable To, MatrixLike S>
requires detail::ElementMovableTo<ValueOf<S>, To>
DistMatrix<To> redistribute(const S& a, const Layout& layout) {
  return copy<To>(a, layout, {});
}

/// Transposes to a new matrix (ScaLAPACK p?tran), in `layout` or with a's blocks, source and grid.
/// @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> transpose(const S& a, const Layout& layout) {
  return copy(a, layout, {.op = Op::Trans});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> transpose(const S& a) {
  return transpose(a, a.layout().with_shape(a.shape().transposed()));
}

/// Conjugate-transposes to a new matrix (ScaLAPACK p?tranc); real: as transpose. @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> conj_transpose(const S& a, const Layout& layout) {
  return copy(a, layout, {.op = Op::ConjTrans});
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> conj_transpose(const S& a) {
  return conj_transpose(a, a.layout().with_shape(a.shape().transposed()));
}

/// Copies a triangle (trapezoid) to a new matrix of `layout` or a's layout, with zeros elsewhere.
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

/// Arguments of one copy_into in copy_all.
template <Storable T>
struct CopyTask {
  template <detail::Movable S, detail::Movable D>
  requires std::same_as<detail::MovableValueOf<S>, T> &&
               detail::ElementMovableTo<T, detail::MovableValueOf<D>>
  CopyTask(const S& from, D&& to, const CopyOptions& what = {},
           const detail::ScalingOf<D>& scaling = {})
      : source(detail::operand_of(from)), target(detail::target_of(to, scaling)), options(what) {
    if constexpr (!Element<T>) detail::expect_bytes_only(what);
  }

  detail::Operand source;
  detail::Target target;
  CopyOptions options;
};
template <detail::Movable S, detail::Movable D>
CopyTask(const S&, D&&) -> CopyTask<detail::MovableValueOf<S>>;
template <detail::Movable S, detail::Movable D>
CopyTask(const S&, D&&, const CopyOptions&) -> CopyTask<detail::MovableValueOf<S>>;

namespace detail {
/// Task with a run-time element type.
struct AnyTask {
  const Operand* source;
  const Target* target;
  const CopyOptions* options;
};
template <Storable T>
std::vector<AnyTask> any_tasks(std::span<const CopyTask<T>> tasks) {
  std::vector<AnyTask> all;
  for (const CopyTask<T>& task : tasks) all.push_back({&task.source, &task.target, &task.options});
  return all;
}
void copy_all(std::span<const AnyTask> tasks);
/// Starts the tasks of copy_all as a move of the library. A repeated start waits for the previous
/// one.
/// @throws, @collective  as copy_all
PendingMove start_all(std::span<const AnyTask> tasks);
}  // namespace detail

/// Executes several copy_into of one communicator and source element type with one message exchange
/// and one node synchronisation (COSTA's transform of several layouts). Transport and
/// max_extra_bytes must be equal.
/// @throws ArgumentError  as copy_into; if communicators, transports or max_extra_bytes differ; if
/// a task writes into a section that another reads, or an element that another writes (two
/// triangles of a section are allowed if their bounding diagonals do not meet)
/// @collective
/// @example copy_all({CopyTask(a, b), CopyTask(c, d, {.op = Op::Trans})});
template <Storable T>
void copy_all(std::span<const CopyTask<T>> tasks) {
  detail::copy_all(detail::any_tasks(tasks));
}
template <Storable T>
void copy_all(std::initializer_list<CopyTask<T>> tasks) {
  copy_all<T>(std::span(tasks.begin(), tasks.end()));
}

/// Returns `layout` with reordered ranks (MPI_Cart_create), so that most elements of `a` stay on
/// their rank.
/// @throws ArgumentError if the shapes differ, or a rank is not in the communicator
/// @cost  as relabelled(Transfers); pure arithmetic [same]
/// @example auto b = redistribute(a, relabelled(a, layout));
template <MatrixLike S>
Layout relabelled(const S& a, const Layout& layout) {
  const auto view = detail::const_view(a);
  return relabelled(Transfers(view.layout(), layout, {.source = view.section()}), a.comm().size());
}

}  // namespace ashlar
