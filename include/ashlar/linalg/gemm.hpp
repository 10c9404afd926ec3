// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

/// Options of gemm. [same]
template <Scalar T>
struct GemmOptions {
  Op op_a = Op::None;
  Op op_b = Op::None;
  T alpha = T(1);
  T beta = T(0);           ///< 0: C is not read
  LinalgOptions how = {};  ///< Node, Nodes, OneRank or ScaLapack
};

/// Options of gemv. [same]
template <Scalar T>
struct GemvOptions {
  Op op = Op::None;  ///< of A
  T alpha = T{1};
  T beta = T{0};  ///< 0: y is not read
  LinalgOptions how = {};
};

/// Options of ger. [same]
template <Scalar T>
struct GerOptions {
  Op op = Op::ConjTrans;  ///< of y: ConjTrans or Trans
  T alpha = T{1};
  LinalgOptions how = {};
};

namespace detail {
template <Scalar T>
void gemm(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
          const GemmOptions<T>& options);
template <Scalar T>
DistMatrix<T> gemm(MatrixView<const T> a, MatrixView<const T> b, const GemmOptions<T>& options);
template <Scalar T>
void gemv(const MatrixView<const T>& a, const MatrixView<const T>& x, const MatrixView<T>& y,
          const GemvOptions<T>& options);
template <Scalar T>
void ger(const MatrixView<const T>& x, const MatrixView<const T>& y, const MatrixView<T>& a,
         const GerOptions<T>& options);
}  // namespace detail

/// Multiplies C := alpha op(A) op(B) + beta C (ScaLAPACK p?gemm). With beta 0, C is not read, so
/// that NaN in C has no effect. With alpha 0, A and B are not read.
///
/// The ranks of a node work like threads: slabs of A and B are moved to shared memory unless
/// readable in place (distributed like C, and contiguous over long ranges of k), and each rank
/// computes a part of C. An evenly distributed C is computed in place; otherwise a move to C
/// applies alpha and beta. Between nodes, each node fetches a slab of another node once, during the
/// product of the previous slab; memory: two slabs of A and of B, of 512 values of k. On several
/// nodes, small products and those of small C and long k use p?gemm.
/// @throws ArgumentError  if shapes or communicators do not match, C shares memory with A or B, or
/// the algorithm is not available
/// @throws OverflowError  if a leading dimension exceeds 32 bits; ScaLapack: any size
/// @collective
/// @cost  2 m n k operations. Extra memory of the node: a part of C per rank, unless computed in
/// place, and two slabs of at most 1024 columns of op(A) or rows of op(B); for small C and long k
/// instead one C per rank and 64 MiB
/// @example gemm(a, b, c, {.op_a = Op::Trans, .alpha = 2, .beta = 1});  // C := 2 A^T B + C
template <detail::PlacedLike A, detail::PlacedLike B, MatrixLike C>
requires detail::OneScalarType<A, B, C> && detail::WrittenTo<C>
void gemm(const A& a, const B& b, C&& c, const GemmOptions<ValueOf<A>>& options = {}) {
  detail::gemm<ValueOf<A>>(detail::const_view(a), detail::const_view(b), MatrixView<ValueOf<A>>(c),
                           options);
}

/// Returns alpha op(A) op(B) on A's grid, with the row blocks of op(A) and the column blocks of
/// op(B).
/// @throws ArgumentError  if beta is not 0; else as above
/// @collective as above, with the same cost
/// @example auto normal = gemm(a, a, {.op_a = Op::ConjTrans});
template <detail::PlacedLike A, detail::PlacedLike B>
requires detail::OneScalarType<A, B>
DistMatrix<ValueOf<A>> gemm(const A& a, const B& b, const GemmOptions<ValueOf<A>>& options = {}) {
  return detail::gemm<ValueOf<A>>(detail::const_view(a), detail::const_view(b), options);
}

// Products of a matrix and a vector, and of two vectors, without a move of the matrix. Vectors are
// n x 1 matrices or views in any layout, for example a column of a matrix.

/// Multiplies y := alpha op(A) x + beta y (BLAS ?gemv, ScaLAPACK p?gemv) without a move of A: x is
/// broadcast along grid columns (transposed: rows), every rank multiplies its block, and a
/// reduction along the other grid lines gives y, in a fixed order of summation. Sizes have 64 bits.
/// y may share memory with x or A, which are read first.
/// @throws ArgumentError  if x or y is not a column of the right length, the communicators differ,
/// or an algorithm is given
/// @collective
/// @cost two moves of vectors, a broadcast and a reduction along grid lines; memory of twice a
/// rank's part of x and y
/// @example gemv(a, x, y, {.op = Op::Trans, .alpha = -1, .beta = 1});  // y := y - a^T x
template <detail::PlacedLike A, detail::PlacedLike X, MatrixLike Y>
requires detail::OneScalarType<A, X, Y> && detail::WrittenTo<Y>
void gemv(const A& a, const X& x, Y&& y, const GemvOptions<ValueOf<Y>>& options = {}) {
  using T = ValueOf<A>;
  detail::gemv<T>(detail::const_view(a), detail::const_view(x), y, options);
}

/// Updates A := A + alpha x y^H, with Op::Trans A + alpha x y^T (BLAS ?gerc, ?geru, ScaLAPACK
/// p?gerc), without a move of A. x and y may be parts of A.
/// @throws ArgumentError  if x or y is not a column of the right length, the communicators differ,
/// `op` is None, or an algorithm is given
/// @collective
/// @cost two moves of vectors and two broadcasts along grid lines; memory of twice a rank's part of
/// x and y
/// @example ger(x, y, a, {.alpha = -1});  // a := a - x y^H
template <detail::PlacedLike X, detail::PlacedLike Y, MatrixLike A>
requires detail::OneScalarType<X, Y, A> && detail::WrittenTo<A>
void ger(const X& x, const Y& y, A&& a, const GerOptions<ValueOf<A>>& options = {}) {
  using T = ValueOf<A>;
  detail::ger<T>(detail::const_view(x), detail::const_view(y), a, options);
}

}  // namespace ashlar
