// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/copy.hpp>

// Operations of BLAS-1 on matrices and views in any layout, with 64-bit sizes.

namespace ashlar {

/// Options of add. [same]
template <Scalar T>
struct AddOptions {
  Op op = Op::None;  ///< of A
  T alpha = T{1};    ///< factor of op(A)
  T beta = T{1};     ///< factor of B; 0: B is not read
};

namespace detail {
template <Scalar T>
void scale(const MatrixView<T>& a, T alpha);
template <Scalar T>
T dot(const MatrixView<const T>& a, const MatrixView<const T>& b);
template <Scalar T>
void hadamard(const MatrixView<const T>& a, const MatrixView<T>& b);
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

/// Length of diagonal `offset` of a matrix of `shape`; 0 outside the matrix.
constexpr Index diagonal_length(Shape shape, Index offset = 0) {
  const Index rows = offset < 0 ? shape.rows + offset : shape.rows;
  const Index cols = offset > 0 ? shape.cols - offset : shape.cols;
  const Index length = rows < cols ? rows : cols;
  return length > 0 ? length : 0;
}
}  // namespace detail

/// Scales A := alpha A (BLAS ?scal, ScaLAPACK p?lascl). With alpha 0, A becomes zero, even elements
/// that are NaN.
/// @param alpha  [same]
/// @collective by convention; [local] one pass
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void scale(A&& a, std::type_identity_t<ValueOf<A>> alpha) {
  detail::scale<ValueOf<A>>(a, alpha);
}

/// Adds B := alpha op(A) + beta B (BLAS ?axpy, ScaLAPACK p?geadd) in one pass, which adds moved
/// elements on arrival.
/// @throws ArgumentError  if shapes or communicators do not match, or A and B share memory
/// @collective
/// @cost as copy_into: buffers of a few MiB for messages
/// @example add(a, b, {.op = Op::Trans, .alpha = -1});  // b := b - a^T
template <detail::PlacedLike A, MatrixLike B>
requires detail::OneScalarType<A, B> && detail::WrittenTo<B>
void add(const A& a, B&& b, const AddOptions<ValueOf<B>>& options = {}) {
  copy_into(a, b, {.op = options.op}, {.alpha = options.alpha, .beta = options.beta});
}

/// Inner product, the sum of conj(a(i,j)) b(i,j) (BLAS ?dot, ?dotc; the trace of A^H B) [same],
/// accumulated at least in double; 0 for empty matrices.
/// @throws ArgumentError  if shapes or communicators differ
/// @collective
/// @cost one pass and an Allreduce of a number; a copy of b in a's layout if the layouts differ
template <detail::PlacedLike A, detail::PlacedLike B>
requires detail::OneScalarType<A, B>
ValueOf<A> dot(const A& a, const B& b) {
  return detail::dot<ValueOf<A>>(detail::const_view(a), detail::const_view(b));
}

/// Element-wise (Hadamard) product b(i,j) := a(i,j) b(i,j). b may be a.
/// @throws ArgumentError  if shapes or communicators differ
/// @collective
/// @cost one pass; a copy of a in b's layout if the layouts differ
template <detail::PlacedLike A, MatrixLike B>
requires detail::OneScalarType<A, B> && detail::WrittenTo<B>
void hadamard(const A& a, B&& b) {
  detail::hadamard<ValueOf<A>>(detail::const_view(a), b);
}

// Diagonals of matrices and views in any layout. Diagonal `offset` has the elements with j - i =
// offset: 0 is the main diagonal, 1 the first superdiagonal.

/// Trace (ScaLAPACK p?latra) [same], accumulated at least in double.
/// @throws ArgumentError unless A is square
/// @collective
/// @cost O(local rows) and an Allreduce of a number
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
ValueOf<A> trace(const A& a) {
  return detail::trace<ValueOf<A>>(detail::const_view(a));
}

/// Copy of a diagonal on every rank, bit by bit. scatter_all distributes it as a column.
/// @param offset  [same]
/// @collective
/// @cost a reduction along grid rows, and an allgather of one number per row of A
/// @example std::vector<double> d = diagonal(a);
template <detail::PlacedLike A>
requires detail::OneScalarType<A>
std::vector<ValueOf<A>> diagonal(const A& a, Index offset = 0) {
  return detail::diagonal<ValueOf<A>>(detail::const_view(a), offset);
}

/// Sets a diagonal to `values`.
/// @param values  [same] diagonal_length(a.shape(), offset) numbers
/// @throws ArgumentError for another number of `values`
/// @collective by convention; [local] O(local rows)
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void set_diagonal(A&& a, std::span<const std::type_identity_t<ValueOf<A>>> values,
                  Index offset = 0) {
  detail::set_diagonal<ValueOf<A>>(a, values, offset);
}

/// Sets all elements of a diagonal to `value`; as set_diagonal.
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void fill_diagonal(A&& a, std::type_identity_t<ValueOf<A>> value, Index offset = 0) {
  detail::fill_diagonal<ValueOf<A>>(a, value, offset);
}

/// Shifts A := A + alpha I, also for rectangular A.
/// @param alpha  [same]
/// @collective by convention; [local] O(local rows)
template <MatrixLike A>
requires detail::OneScalarType<A> && detail::WrittenTo<A>
void add_to_diagonal(A&& a, std::type_identity_t<ValueOf<A>> alpha) {
  detail::add_to_diagonal<ValueOf<A>>(a, alpha);
}

}  // namespace ashlar
