// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>

#include <ashlar/base/error.hpp>

#include "agreed.hpp"
#include "base/instantiate.hpp"
#include "fortran/pblas.hpp"
#include "pblas_operand.hpp"
#include "products.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

void check_shapes(Shape a, Shape b, Shape c) {
  expect(a.cols == b.rows && c == Shape{a.rows, b.cols}, "gemm: op(A) is ", a.rows, "x", a.cols,
         ", op(B) is ", b.rows, "x", b.cols, " and C is ", c.rows, "x", c.cols,
         "; they must be m x k, k x n and m x n");
}

template <Scalar T>
void call_pgemm(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                const GemmOptions<T>& options) {
  check_pblas_sizes<T>(c, {a, b});
  PblasOutput<T> out(c, "gemm: C", options.how);
  const PblasInput<T> in_a(a, out.layout(), "gemm: A", options.how);
  const PblasInput<T> in_b(b, out.layout(), "gemm: B", options.how);
  if (out.placed().is_in_grid) {
    const auto &pa = in_a.placed(), &pb = in_b.placed();
    const auto& pc = out.placed();
    const char transa = static_cast<char>(options.op_a), transb = static_cast<char>(options.op_b);
    const int m = checked_int(c.shape().rows, "rows of C");
    const int n = checked_int(c.shape().cols, "columns of C");
    const int k = checked_int(op_shape(options.op_a, a.shape()).cols, "columns of op(A)");
    fortran::pgemm<T>(&transa, &transb, &m, &n, &k, &options.alpha, pa.data, &pa.row, &pa.col,
                      pa.descriptor.data(), pb.data, &pb.row, &pb.col, pb.descriptor.data(),
                      &options.beta, pc.data, &pc.row, &pc.col, pc.descriptor.data());
  }
  out.bring_home();
}

}  // namespace

template <Scalar T>
void gemm(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
          const GemmOptions<T>& options) {
  const mpi::CollectiveCall call(a.comm(), "gemm", mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("C", c), mpi::same("the options", options));
  return agreed(a.comm(), [&] {
    const Shape op_a = op_shape(options.op_a, a.shape()), op_b = op_shape(options.op_b, b.shape());
    check_shapes(op_a, op_b, c.shape());
    check_operands<T>("gemm", c, {a, b});
    const ProductChoice choice =
        choose_product({"gemm", Routine::Gemm, c.shape(), op_a.cols}, c.comm(), options.how);
    if (c.shape().empty()) return;
    if (op_a.cols == 0 || options.alpha == T(0)) return scale_section(c, options.beta);
    if (choice.algorithm == Algorithm::ScaLapack) return call_pgemm(a, b, c, options);
    run_product<T>("gemm",
                   {options.alpha,
                    {.stored = a, .op = options.op_a},
                    {.stored = b, .op = options.op_b},
                    options.beta,
                    c},
                   choice, options.how);
  });
}

template <Scalar T>
DistMatrix<T> gemm(MatrixView<const T> a, MatrixView<const T> b, const GemmOptions<T>& options) {
  const mpi::CollectiveCall call(a.comm(), "gemm", mpi::same("A", a), mpi::same("B", b),
                                 mpi::same("the options", options));
  expect(options.beta == T(0), "gemm: beta is ", options.beta,
         ", but there is no C to add; leave beta out, or pass C as the third matrix");
  return agreed(a.comm(), [&] {
    const Shape op_a = op_shape(options.op_a, a.shape()), op_b = op_shape(options.op_b, b.shape());
    check_shapes(op_a, op_b, {op_a.rows, op_b.cols});
    const Layout la = section_layout(a.layout(), a.section());
    const Layout lb = section_layout(b.layout(), b.section());
    const bool turns_a = is_transposing(options.op_a), turns_b = is_transposing(options.op_b);
    const Axis rows{op_a.rows, turns_a ? la.cols().block : la.rows().block, la.grid().rows,
                    turns_a ? 0 : la.rows().source};
    const Axis cols{op_b.cols, turns_b ? lb.rows().block : lb.cols().block, la.grid().cols, 0};
    DistMatrix<T> c(a.comm(), Layout(rows, cols, la.ranks()));
    gemm<T>(a, b, c, options);
    return c;
  });
}

#define ASHLAR_INSTANTIATE(T)                                                 \
  template void gemm(MatrixView<const T>, MatrixView<const T>, MatrixView<T>, \
                     const GemmOptions<T>&);                                  \
  template DistMatrix<T> gemm(MatrixView<const T>, MatrixView<const T>, const GemmOptions<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
