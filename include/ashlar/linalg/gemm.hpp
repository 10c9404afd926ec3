// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of gemm.
template <Scalar T>
struct GemmOptions {
  Op op_a = Op::None;      ///< [same]
  Op op_b = Op::None;      ///< [same]
  T alpha = T(1);          ///< [same]
  T beta = T(0);           ///< [same] 0: C is only written
  LinalgOptions how = {};  ///< Node, Nodes, OneRank or ScaLapack
};

namespace detail {
template <Scalar T>
void gemm(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
          const GemmOptions<T>& options);
template <Scalar T>
DistMatrix<T> gemm(MatrixView<const T> a, MatrixView<const T> b, const GemmOptions<T>& options);
}  // namespace detail

/// C := alpha op(A) op(B) + beta C for matrices and views in any layouts (ScaLAPACK p?gemm). With
/// beta 0, C is only written: what it held, NaN included, does not matter. With alpha 0, A and B
/// are not read.
///
/// The ranks of a node multiply as threads would: slabs of A and B are moved to where all can read
/// them, unless they lie well, and each rank computes a part of C. Between nodes slabs are fetched
/// likewise, once for a node; small products, and long ones of small matrices, go to p?gemm.
/// @throws ArgumentError  if the shapes do not fit, the communicators differ, C shares memory with
/// A or B, or there is no such algorithm here
/// @throws OverflowError  if a leading dimension exceeds 32 bits; ScaLapack: if any size does
/// @collective over the communicator of all three, idle ranks included
/// @cost  2 m n k operations. Extra memory on the node: one part of C, unless it is computed in its
/// own memory, and two slabs of at most 1024 columns or rows; for small C and long k as many C as
/// ranks, and 64 MiB
/// @example gemm(a, b, c, {.op_a = Op::Trans, .alpha = 2, .beta = 1});  // C := 2 A^T B + C
template <MatrixLike A, MatrixLike B, MatrixLike C>
requires OneScalarType<A, B, C> && WrittenTo<C>
void gemm(const A& a, const B& b, C&& c, const GemmOptions<ValueOf<A>>& options = {}) {
  detail::gemm<ValueOf<A>>(const_view(a), const_view(b), MatrixView<ValueOf<A>>(c), options);
}

/// alpha op(A) op(B) as a new matrix on A's grid, with the row blocks of op(A) and the column
/// blocks of op(B).
/// @throws ArgumentError  if beta is not 0: there is no C yet; else as the form with C
/// @collective as the form with C, with the same cost
/// @example auto normal = gemm(a, a, {.op_a = Op::ConjTrans});
template <MatrixLike A, MatrixLike B>
requires OneScalarType<A, B>
DistMatrix<ValueOf<A>> gemm(const A& a, const B& b, const GemmOptions<ValueOf<A>>& options = {}) {
  return detail::gemm<ValueOf<A>>(const_view(a), const_view(b), options);
}

}  // namespace ashlar

// Products of a matrix and a vector, and of two vectors, where the matrix lies. Vectors are n x 1
// matrices or views in any layout: a column of a matrix, for one.

namespace ashlar {

/// Options of gemv.
template <Scalar T>
struct GemvOptions {
  Op op = Op::None;  ///< [same] A counts as op(A)
  T alpha = T{1};    ///< [same]
  T beta = T{0};     ///< [same] with 0, y is only written
  LinalgOptions how = {};
};

/// Options of ger.
template <Scalar T>
struct GerOptions {
  Op op = Op::ConjTrans;  ///< [same] y counts as its conjugate transpose, or as its transpose
  T alpha = T{1};         ///< [same]
  LinalgOptions how = {};
};

namespace detail {
template <Scalar T>
void gemv(const MatrixView<const T>& a, const MatrixView<const T>& x, const MatrixView<T>& y,
          const GemvOptions<T>& options);
template <Scalar T>
void ger(const MatrixView<const T>& x, const MatrixView<const T>& y, const MatrixView<T>& a,
         const GerOptions<T>& options);
}  // namespace detail

/// y := alpha op(A) x + beta y (BLAS ?gemv, ScaLAPACK p?gemv). A stays where it is: x comes to its
/// columns (rows), every rank multiplies its block, and one sum along the rows (columns) of the
/// grid makes y. Sums are taken in the same order in every run. Sizes have 64 bits.
///
/// y may share memory with x or A, which are read before it is written.
/// @throws ArgumentError  if x or y is not a column of the right length, the communicators differ,
/// or an algorithm is asked for: there is one only
/// @collective over the communicator of all three, idle ranks included
/// @cost two moves of vectors, a broadcast and a reduction along grid lines; a rank's share of x
/// and y twice
/// @example gemv(a, x, y, {.op = Op::Trans, .alpha = -1, .beta = 1});  // y := y - a^T x
template <MatrixLike A, MatrixLike X, MatrixLike Y>
requires OneScalarType<A, X, Y> && WrittenTo<Y>
void gemv(const A& a, const X& x, Y&& y, const GemvOptions<ValueOf<Y>>& options = {}) {
  using T = ValueOf<A>;
  detail::gemv<T>(const_view(a), const_view(x), y, options);
}

/// A := A + alpha x y^H, with Op::Trans A + alpha x y^T (BLAS ?gerc, ?geru, ScaLAPACK p?gerc). A
/// stays where it is; x and y may be parts of it.
/// @throws ArgumentError  if x or y is not a column of the right length, the communicators differ,
/// `op` is None, or an algorithm is asked for: there is one only
/// @collective over the communicator of all three, idle ranks included
/// @cost two moves of vectors and two broadcasts along grid lines; a rank's share of x and y twice
/// @example ger(x, y, a, {.alpha = -1});  // a := a - x y^H
template <MatrixLike X, MatrixLike Y, MatrixLike A>
requires OneScalarType<X, Y, A> && WrittenTo<A>
void ger(const X& x, const Y& y, A&& a, const GerOptions<ValueOf<A>>& options = {}) {
  using T = ValueOf<A>;
  detail::ger<T>(const_view(x), const_view(y), a, options);
}

}  // namespace ashlar
