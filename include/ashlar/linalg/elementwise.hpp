// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/copy.hpp>

// What BLAS-1 does with vectors, for matrices and views in any layout. Nothing here is bound to 32
// bits.

namespace ashlar {

/// Options of add.
template <Scalar T>
struct AddOptions {
  Op op = Op::None;  ///< [same] what is added is op(A)
  T alpha = T{1};    ///< [same] times this
  T beta = T{1};     ///< [same] B counts so often; with 0 it is only written
};

namespace detail {
template <Scalar T>
void scale(const MatrixView<T>& a, T alpha);
template <Scalar T>
T dot(const MatrixView<const T>& a, const MatrixView<const T>& b);
template <Scalar T>
void hadamard(const MatrixView<const T>& a, const MatrixView<T>& b);
}  // namespace detail

/// A := alpha A (BLAS ?scal, ScaLAPACK p?lascl). With alpha 0, what A held does not matter: it
/// becomes zero, NaN too.
/// @param alpha  [same]
/// @collective over a.comm() by convention; nothing travels. [local] one pass
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void scale(A&& a, std::type_identity_t<ValueOf<A>> alpha) {
  detail::scale<ValueOf<A>>(a, alpha);
}

/// B := alpha op(A) + beta B (BLAS ?axpy, ScaLAPACK p?geadd), in one pass. Where the layouts
/// differ, what moves is added where it arrives.
/// @throws ArgumentError  if the shapes do not match, the communicators differ or both share memory
/// @collective over the communicator of both
/// @cost as copy_into: buffers of a few MiB where messages travel
/// @example add(a, b, {.op = Op::Trans, .alpha = -1});  // b := b - a^T
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B> && WrittenTo<B>
void add(const A& a, B&& b, const AddOptions<ValueOf<B>>& options = {}) {
  copy_into(a, b, {.op = options.op}, {.alpha = options.alpha, .beta = options.beta});
}

/// The sum of conj(a(i,j)) b(i,j) over all elements (BLAS ?dot, ?dotc; the trace of A^H B), the
/// same on every rank. Sums are taken in double at least. 0 for empty matrices.
/// @throws ArgumentError  if the shapes or communicators differ
/// @collective over the communicator of both
/// @cost one pass and an Allreduce of a number; b is first copied to a's layout where it lies
/// otherwise
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B>
ValueOf<A> dot(const A& a, const B& b) {
  return detail::dot<ValueOf<A>>(const_view(a), const_view(b));
}

/// b(i,j) := a(i,j) b(i,j), the product element by element (Hadamard, Schur). b may be a.
/// @throws ArgumentError  if the shapes or communicators differ
/// @collective over the communicator of both
/// @cost one pass; a is first copied to b's layout where it lies otherwise
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B> && WrittenTo<B>
void hadamard(const A& a, B&& b) {
  detail::hadamard<ValueOf<A>>(const_view(a), b);
}

}  // namespace ashlar

// The diagonals of matrices and views in any layout. Diagonal `offset` holds the elements with
// j - i = offset: 0 is the main one, 1 the first above it.

namespace ashlar {

namespace detail {
template <Scalar T>
T trace(const MatrixView<const T>& a);
template <Scalar T>
std::vector<T> diagonal(const MatrixView<const T>& a, Index offset);
template <Scalar T>
void set_diagonal(const MatrixView<T>& a, std::span<const T> values, Index offset);
template <Scalar T>
void fill_diagonal(const MatrixView<T>& a, T value, Index offset);
template <Scalar T>
void add_to_diagonal(const MatrixView<T>& a, T alpha);
}  // namespace detail

/// The length of diagonal `offset` of a matrix of `shape`; 0 where it lies outside.
constexpr Index diagonal_length(Shape shape, Index offset = 0) {
  const Index rows = offset < 0 ? shape.rows + offset : shape.rows;
  const Index cols = offset > 0 ? shape.cols - offset : shape.cols;
  const Index length = rows < cols ? rows : cols;
  return length > 0 ? length : 0;
}

/// The sum of the diagonal (ScaLAPACK p?latra), the same on every rank. Taken in double at least.
/// @throws ArgumentError unless A is square
/// @collective over a.comm()
/// @cost O(local rows) and an Allreduce of a number
template <MatrixLike A>
requires OneScalarType<A>
ValueOf<A> trace(const A& a) {
  return detail::trace<ValueOf<A>>(const_view(a));
}

/// A diagonal, whole on every rank, bit by bit. As a column in some layout: scatter_all it.
/// @param offset  [same]
/// @collective over a.comm()
/// @cost a reduction along grid rows, and a gather of one number for each row of A on every rank
/// @example std::vector<double> d = diagonal(a);
template <MatrixLike A>
requires OneScalarType<A>
std::vector<ValueOf<A>> diagonal(const A& a, Index offset = 0) {
  return detail::diagonal<ValueOf<A>>(const_view(a), offset);
}

/// A diagonal becomes `values`; nothing else is written.
/// @param values  [same] diagonal_length(a.shape(), offset) numbers
/// @throws ArgumentError if there are more or fewer
/// @collective over a.comm() by convention; nothing travels. [local] O(local rows)
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void set_diagonal(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> values,
                  Index offset = 0) {
  detail::set_diagonal<ValueOf<A>>(a, values, offset);
}

/// A diagonal becomes `value` all over. As set_diagonal.
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void fill_diagonal(A&& a, std::type_identity_t<ValueOf<A>> value, Index offset = 0) {
  detail::fill_diagonal<ValueOf<A>>(a, value, offset);
}

/// A := A + alpha I, a shift; also of rectangles.
/// @param alpha  [same]
/// @collective over a.comm() by convention; nothing travels. [local] O(local rows)
template <MatrixLike A>
requires OneScalarType<A> && WrittenTo<A>
void add_to_diagonal(A&& a, std::type_identity_t<ValueOf<A>> alpha) {
  detail::add_to_diagonal<ValueOf<A>>(a, alpha);
}

}  // namespace ashlar
