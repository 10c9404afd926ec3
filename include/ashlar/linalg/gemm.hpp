// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include <ashlar/linalg/legal_layout.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

namespace ashlar {

namespace detail {

template <Scalar T>
struct GemmProblem {
  T alpha;
  Op op_a;
  MatrixView<const T> a;
  Op op_b;
  MatrixView<const T> b;
  T beta;
  MatrixView<T> c;
};

template <Scalar T>
void gemm(const GemmProblem<T>& problem, const LinalgOptions& options);

template <Scalar T>
DistMatrix<T> gemm(MatrixView<const T> a, MatrixView<const T> b, Op op_a, Op op_b);

}  // namespace detail

/// C := alpha op(A) op(B) + beta C for matrices and views in any layouts (ScaLAPACK p?gemm). With
/// beta 0, C is only written: what it held, NaN included, does not matter.
///
/// Operands off C's grid, or in row-major local memory, are moved first.
/// @param alpha, op_a, op_b, beta  [same]
/// @throws ArgumentError  if the shapes do not fit, the communicators differ or C shares memory
/// with A or B
/// @throws OverflowError  if a size exceeds ScaLAPACK's 32 bits
/// @collective over the communicator of all three, idle ranks included
/// @example gemm(2.0, Op::Trans, a, Op::None, b, 1.0, c);  // C := 2 A^T B + C
template <MatrixLike A, MatrixLike B, MatrixLike C>
requires std::same_as<ValueOf<A>, ValueOf<B>> && std::same_as<ValueOf<A>, ValueOf<C>> &&
    Scalar<ValueOf<A>>
void gemm(std::type_identity_t<ValueOf<A>> alpha, Op op_a, const A& a, Op op_b, const B& b,
          std::type_identity_t<ValueOf<A>> beta, C&& c, const LinalgOptions& options = {}) {
  using T = ValueOf<A>;
  detail::gemm<T>({alpha, op_a, const_view(a), op_b, const_view(b), beta, MatrixView<T>(c)},
                  options);
}

/// op(A) op(B) as a new matrix on A's grid, with the row blocks of op(A) and the column blocks of
/// op(B). @collective
template <MatrixLike A, MatrixLike B>
requires std::same_as<ValueOf<A>, ValueOf<B>> && Scalar<ValueOf<A>> DistMatrix<ValueOf<A>> gemm(
    const A& a, const B& b, Op op_a = Op::None, Op op_b = Op::None) {
  return detail::gemm<ValueOf<A>>(const_view(a), const_view(b), op_a, op_b);
}

}  // namespace ashlar
