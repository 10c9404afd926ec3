// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/symmetric_products.hpp>

#include <ashlar/base/error.hpp>

#include "base/instantiate.hpp"
#include "fortran/pblas.hpp"
#include "node/triangular_sweep.hpp"
#include "pblas_operand.hpp"
#include "products.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

// p?trmm or p?trsm.
template <Scalar T>
void call_ptriangular(TriangularAction action, MatrixView<const T> a, MatrixView<T> b,
                      const TriangularOptions<T>& options) {
  check_pblas_sizes<T>(b, {a});
  PblasOutput<T> out(b, "triangular: B", options.how);
  const PblasInput<T> in_a(a, out.layout(), "triangular: A", options.how);
  if (out.placed().is_in_grid) {
    const auto& pa = in_a.placed();
    const auto& pb = out.placed();
    const char side = static_cast<char>(options.side), uplo = static_cast<char>(options.uplo);
    const char trans = static_cast<char>(options.op), diag = static_cast<char>(options.diag);
    const int m = checked_int(b.shape().rows, "rows of B");
    const int n = checked_int(b.shape().cols, "columns of B");
    (action == TriangularAction::Solve ? fortran::ptrsm<T>
                                       : fortran::ptrmm<T>)(&side, &uplo, &trans, &diag, &m, &n,
                                                            &options.alpha, pa.data, &pa.row,
                                                            &pa.col, pa.descriptor.data(), pb.data,
                                                            &pb.row, &pb.col, pb.descriptor.data());
  }
  out.bring_home();
}

}  // namespace

template <Scalar T>
void triangular(TriangularAction action, MatrixView<const T> a, MatrixView<T> b,
                const TriangularOptions<T>& options) {
  const mpi::CollectiveCall call(a.comm(), action == TriangularAction::Solve ? "trsm" : "trmm",
                                 mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("the options", options));
  const char* const routine = action == TriangularAction::Solve ? "trsm" : "trmm";
  const Shape sa = a.shape(), sb = b.shape();
  expect(sa.rows == sa.cols && sa.rows == (options.side == Side::Left ? sb.rows : sb.cols), routine,
         ": A is ", sa.rows, "x", sa.cols, " and B is ", sb.rows, "x", sb.cols,
         "; A must be square and fit B from the ", to_string(options.side));
  expect(options.uplo != Uplo::General, routine, ": uplo must be Lower or Upper");
  check_operands<T>(routine, b, {a});
  const ProductChoice choice =
      choose_product({routine, Routine::Syrk, sb, sa.rows / 2}, b.comm(), options.how);
  if (sb.empty()) return;
  if (options.alpha == T(0)) return scale_section(b, T(0));
  if (choice.algorithm == Algorithm::ScaLapack) return call_ptriangular(action, a, b, options);
  node::sweep_triangle<T>(
      {action, options.side, options.uplo, options.op, options.diag, options.alpha, a, b},
      choice.ranks());
}

#define ASHLAR_INSTANTIATE(T)                                                    \
  template void triangular(TriangularAction, MatrixView<const T>, MatrixView<T>, \
                           const TriangularOptions<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
