// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/qr.hpp>

#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "local/blas.hpp"
#include "one_rank.hpp"
#include "operand.hpp"
#include "same_options.hpp"

namespace ashlar {

namespace detail {

template <Scalar T>
LqFactor<T> lq_factor(MatrixView<const T> a, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "lq_factor", mpi::same("A", a),
                                 mpi::same("the options", options));
  LqFactor<T> result;
  check_finite(a, "lq_factor", "A");
  result.adjoint_ =
      qr_factor(conj_transpose(a, section_layout(a.layout(), a.section()).transposed()), options);
  return result;
}

}  // namespace detail

template <Scalar T>
DistMatrix<T> LqFactor<T>::l() const {
  const mpi::CollectiveCall call(adjoint_.factors().comm(), "LqFactor::l",
                                 mpi::same("the factor", adjoint_.factors()));
  return conj_transpose(adjoint_.r());
}

template <Scalar T>
DistMatrix<T> LqFactor<T>::apply_view(MatrixView<const T> b, Op op,
                                      const LinalgOptions& options) const {
  const mpi::CollectiveCall call(b.comm(), "LqFactor::apply_q",
                                 mpi::same("the factor", adjoint_.factors()), mpi::same("B", b),
                                 mpi::same("op", op), mpi::same("the options", options));
  expect(!is_complex<T> || op != Op::Trans,
         "LqFactor::apply_q: op is transpose; of a complex Q only the conjugate transpose can be "
         "applied");
  return adjoint_.apply_q(b, op == Op::None ? Op::ConjTrans : Op::None, options);
}

template <Scalar T>
DistMatrix<T> LqFactor<T>::solve_view(MatrixView<const T> b, const LinalgOptions& options) const {
  const mpi::CollectiveCall call(b.comm(), "LqFactor::solve",
                                 mpi::same("the factor", adjoint_.factors()), mpi::same("B", b),
                                 mpi::same("the options", options));
  const Index m = shape().rows, n = shape().cols, nrhs = b.shape().cols;
  expect(m <= n, "LqFactor::solve: A is ", m, "x", n,
         ", but must have no more rows than columns; take qr_factor or least_squares");
  detail::check_sides("LqFactor::solve", shape(), b.shape(), b.comm() == adjoint_.factors().comm());
  detail::expect_ok<SingularMatrix>(outcome(), "the rows of A are dependent: pivot ",
                                    " of L (counted from 0) is exactly zero");
  detail::check_finite(b, "LqFactor::solve", "B");
  // Q^H times L^-1 B padded by zeros.
  const DistMatrix<T> r = redistribute(adjoint_.r(), detail::on_rank_zero({m, m}));
  DistMatrix<T> y(b.comm(), detail::on_rank_zero({n, nrhs}));
  copy_into(b, y.view({0, m}, {0, nrhs}));
  (void)detail::by_rank_zero(b.comm(), [&] {
    local::trsm<T>(Side::Left, {.uplo = Uplo::Upper, .op = Op::ConjTrans}, T(1), detail::tile_of(r),
                   detail::tile_of(y).row_range(0, m));
    return 0;
  });
  DistMatrix<T> x = adjoint_.apply_q(y, Op::None, options);
  return redistribute(x, detail::section_layout(b.layout(), b.section()).with_shape({n, nrhs}));
}

#define ASHLAR_INSTANTIATE(T)                                                        \
  template LqFactor<T> detail::lq_factor(MatrixView<const T>, const LinalgOptions&); \
  template class LqFactor<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
