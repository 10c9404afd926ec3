// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ashlar/move/copy.hpp>

namespace ashlar {

namespace detail {
/// @throws ArgumentError unless the shape is square, `stored` a triangle and `op` transposing
void check_mirror(const char* what, Shape shape, Uplo stored, Op op);
/// Clears imaginary parts on the section's diagonal. [local] for complex types
template <Scalar T>
void make_diagonal_real(MatrixView<T> a);

/// True for equal sections of the same matrix.
template <class S, class T>
bool is_same_section(const MatrixView<const S>& a, const MatrixView<T>& b) {
  if constexpr (std::same_as<S, T>) return &a.matrix() == &b.matrix() && a.section() == b.section();
  else return false;
}
}  // namespace detail

/// Fills both triangles of a symmetric or Hermitian target from the stored triangle of the source.
/// The other triangle is not read. As in LAPACK, imaginary parts on a Hermitian diagonal are
/// ignored; they become zero.
/// @param source  square; may be the target
/// @param stored  [same] Upper or Lower
/// @param op      [same] ConjTrans: Hermitian (real: symmetric); Trans: symmetric, also complex
/// @throws ArgumentError if the matrix is not square, `stored` is General or `op` is None
/// @collective
/// @cost  two moves of half a matrix, in place one move
/// @example mirror_into(a, a, Uplo::Lower);  // after a factorisation of one triangle
template <MatrixLike S, MatrixLike D>
requires detail::ElementMovableTo<ValueOf<S>, ValueOf<D>> && detail::WrittenTo<D>
void mirror_into(const S& source, D&& target, Uplo stored, Op op = Op::ConjTrans,
                 Transport transport = Transport::Automatic) {
  using T = ValueOf<D>;
  detail::check_mirror("mirror", source.shape(), stored, op);
  const auto from = detail::const_view(source);
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

/// Overload for a new matrix of `layout` or a's layout. @collective
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

/// Computes target := (A + A^H) / 2, with Op::Trans (A + A^T) / 2, exactly Hermitian (symmetric)
/// and without overflow.
/// @param source  square; may be the target
/// @param op      [same] ConjTrans or Trans
/// @throws ArgumentError if the matrix is not square or `op` is None
/// @collective
/// @cost  three moves of half a matrix, in place two moves
/// @example symmetrize_into(a, a);  // removes rounding before a symmetric solver
template <MatrixLike S, MatrixLike D>
requires detail::ElementMovableTo<ValueOf<S>, ValueOf<D>> && Scalar<ValueOf<D>> &&
         detail::WrittenTo<D>
void symmetrize_into(const S& source, D&& target, Op op = Op::ConjTrans,
                     Transport transport = Transport::Automatic) {
  using T = ValueOf<D>;
  detail::check_mirror("symmetrize", source.shape(), Uplo::Lower, op);
  const auto from = detail::const_view(source);
  const MatrixView<T> to(target);
  if (!detail::is_same_section(from, to))
    copy_into(from, to, {.uplo = Uplo::Lower, .transport = transport});
  // Strictly below the diagonal, which is its own mean.
  copy_into(from, to, {.op = op, .uplo = Uplo::Lower, .diagonal = -1, .transport = transport},
            {.alpha = T(0.5), .beta = T(0.5)});
  mirror_into(to, to, Uplo::Lower, op, transport);
}

/// Overload for a new matrix of `layout` or a's layout. @collective
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

/// Transposes a square matrix or section in place, in any layout, block map or replicas. Pairs of
/// ranks swap pieces, in shared memory on a node, else by messages.
/// @param a  writable matrix or view; [same] section
/// @param options  [same] transport, Automatic or Messages, and piece_bytes, the longest message
/// @throws ArgumentError  if it is not square (use transpose), or an option is out of range
/// @collective
/// @cost  buffers of 4 pieces (by default 1 MiB) for any matrix size
/// @example transpose_in_place(a.view({0, 100}, {0, 100}));
template <detail::PlacedLike M>
requires detail::WrittenTo<M>
void transpose_in_place(M&& a, const PlanOptions& options = {}) {
  detail::transpose_in_place(detail::operand_of(a), Op::Trans, options);
}

/// Conjugate-transposes as transpose_in_place, diagonal included. @collective
template <detail::PlacedLike M>
requires detail::WrittenTo<M>
void conj_transpose_in_place(M&& a, const PlanOptions& options = {}) {
  if constexpr (!Element<detail::MovableValueOf<M>>) detail::expect_bytes_only(Op::ConjTrans);
  detail::transpose_in_place(detail::operand_of(a), Op::ConjTrans, options);
}

}  // namespace ashlar
