// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/move/copy.hpp>

namespace ashlar {

namespace detail {
/// @throws ArgumentError unless the shape is square, `stored` a triangle and `op` transposing
void check_mirror(const char* what, Shape shape, Uplo stored, Op op);
/// Imaginary parts on the section's diagonal become zero. [local] for complex types
template <Scalar T>
void make_diagonal_real(MatrixView<T> a);

/// True if both are the same section of the same matrix.
template <class S, class T>
bool is_same_section(const MatrixView<const S>& a, const MatrixView<T>& b) {
  if constexpr (std::same_as<S, T>) return &a.matrix() == &b.matrix() && a.section() == b.section();
  else return false;
}
}  // namespace detail

/// Expands a symmetric or Hermitian matrix from its stored triangle: target := that triangle and,
/// on the other side, op of it. The other triangle of the source is not read. As in LAPACK,
/// imaginary parts on the diagonal of a Hermitian matrix count as zero, and become zero.
/// @param source  square; may be the target itself, then the other triangle is filled in place
/// @param stored  [same] Upper or Lower
/// @param op      [same] ConjTrans: Hermitian (for real types symmetric); Trans: symmetric, complex
/// ones too
/// @throws ArgumentError if the matrix is not square, `stored` is General or `op` is None
/// @collective over the communicator of both
/// @cost  two moves of half a matrix, in place one
/// @example mirror_into(a, a, Uplo::Lower);  // after a factorisation that looks at one side only
template <MatrixLike S, MatrixLike D>
requires ElementMovableTo<ValueOf<S>, ValueOf<D>> && WrittenTo<D>
void mirror_into(const S& source, D&& target, Uplo stored, Op op = Op::ConjTrans,
                 Transport transport = Transport::Automatic) {
  using T = ValueOf<D>;
  detail::check_mirror("mirror", source.shape(), stored, op);
  const auto from = const_view(source);
  const MatrixView<T> to(target);
  if (!detail::is_same_section(from, to))
    copy_into(from, to, {.uplo = stored, .transport = transport});
  const bool is_upper = stored == Uplo::Upper;
  copy_into(from, to,
            {.op = op,
             .uplo = is_upper ? Uplo::Lower : Uplo::Upper,
             .diagonal = is_upper ? -1 : 1,
             .transport = transport});
  if constexpr (is_complex<T>)
    if (op == Op::ConjTrans) detail::make_diagonal_real(to);
}

/// The same in a new matrix of `layout`, or of a's own. @collective
template <MatrixLike S>
DistMatrix<ValueOf<S>> mirror(const S& a, Uplo stored, const Layout& layout, Op op = Op::ConjTrans,
                              Transport transport = Transport::Automatic) {
  DistMatrix<ValueOf<S>> result(a.comm(), layout, {.init = Init::Uninitialized});
  mirror_into(a, result, stored, op, transport);
  return result;
}
template <MatrixLike S>
DistMatrix<ValueOf<S>> mirror(const S& a, Uplo stored, Op op = Op::ConjTrans,
                              Transport transport = Transport::Automatic) {
  return mirror(a, stored, a.layout().with_shape(a.shape()), op, transport);
}

/// target := (A + A^H) / 2, with Op::Trans (A + A^T) / 2: exactly Hermitian (symmetric), in every
/// bit, and without overflow on the way.
/// @param source  square; may be the target itself
/// @param op      [same] ConjTrans or Trans
/// @throws ArgumentError if the matrix is not square or `op` is None
/// @collective over the communicator of both
/// @cost  three moves of half a matrix, in place two
/// @example symmetrize_into(a, a);  // before a symmetric solver, after rounding on the way here
template <MatrixLike S, MatrixLike D>
requires ElementMovableTo<ValueOf<S>, ValueOf<D>> && Scalar<ValueOf<D>> && WrittenTo<D>
void symmetrize_into(const S& source, D&& target, Op op = Op::ConjTrans,
                     Transport transport = Transport::Automatic) {
  using T = ValueOf<D>;
  detail::check_mirror("symmetrize", source.shape(), Uplo::Lower, op);
  const auto from = const_view(source);
  const MatrixView<T> to(target);
  if (!detail::is_same_section(from, to))
    copy_into(from, to, {.uplo = Uplo::Lower, .transport = transport});
  // Strictly below the diagonal, which is its own mean.
  copy_into(from, to, {.op = op, .uplo = Uplo::Lower, .diagonal = -1, .transport = transport},
            {.alpha = T(0.5), .beta = T(0.5)});
  mirror_into(to, to, Uplo::Lower, op, transport);
}

/// The same in a new matrix of `layout`, or of a's own. @collective
template <MatrixLike S>
requires Scalar<ValueOf<S>>
DistMatrix<ValueOf<S>> symmetrize(const S& a, const Layout& layout, Op op = Op::ConjTrans,
                                  Transport transport = Transport::Automatic) {
  DistMatrix<ValueOf<S>> result(a.comm(), layout, {.init = Init::Uninitialized});
  symmetrize_into(a, result, op, transport);
  return result;
}
template <MatrixLike S>
requires Scalar<ValueOf<S>>
DistMatrix<ValueOf<S>> symmetrize(const S& a, Op op = Op::ConjTrans,
                                  Transport transport = Transport::Automatic) {
  return symmetrize(a, a.layout().with_shape(a.shape()), op, transport);
}

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
