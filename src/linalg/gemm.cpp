// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>

#include <limits>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "aligned_vector.hpp"
#include "base/instantiate.hpp"
#include "factor.hpp"
#include "fortran/pblas.hpp"
#include "local/blas.hpp"
#include "local/lines.hpp"
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

void check_column(const char* function, const char* name, Shape shape, Index length) {
  expect(shape == Shape{length, 1}, function, ": ", name, " is ", shape.rows, "x", shape.cols,
         ", but must be a column of ", length);
}

void check_how(const char* function, const Layout& a, const LinalgOptions& how) {
  expect(how.algorithm == Algorithm::Automatic, function, ": algorithm ", to_string(how.algorithm),
         " does not exist for it; leave the choice to automatic");
  if (how.note)
    *how.note +=
        concat(function, ": where A lies, on ", a.to_string(), "; the vectors come to it.\n");
}

template <Scalar T>
void conjugate_all(std::vector<T>& values) {
  if constexpr (is_complex<T>)
    for (T& x : values) x = std::conj(x);
}

// w := op(a) x for column-major memory; by columns if the leading dimension exceeds BLAS's
// integers.
template <Scalar T>
void multiply(Op op, const local::Tile<const T>& a, const T* x, T* w) {
  const bool transposes = is_transposing(op);
  if (a.ld <= std::numeric_limits<int>::max() || a.cols == 1) {
    const Index m = transposes ? a.cols : a.rows, k = transposes ? a.rows : a.cols;
    return local::gemv<T>(T(1), {a, op}, {x, k, 1, k}, T(1), {w, m, 1, m});
  }
  for (Index j = 0; j < a.cols; ++j)
    multiply(op, a.col_range(j, j + 1), transposes ? x : x + j, transposes ? w + j : w);
}

// The local part of op(A) x. BLAS reads row-major memory as the transpose.
template <Scalar T>
void multiply(Op op, const LocalView<const T>& a, std::vector<T> x, std::vector<T>& w) {
  if (a.rows == 0 || a.cols == 0) return;
  const LocalView<const T> memory = local::along_memory(a);
  const local::Tile<const T> tile{memory.data, memory.rows, memory.cols, memory.col_stride};
  if (a.is_column_major()) return multiply(op, tile, x.data(), w.data());
  const bool conjugates = op == Op::ConjTrans;
  if (conjugates) conjugate_all(x);
  multiply(is_transposing(op) ? Op::None : Op::Trans, tile, x.data(), w.data());
  if (conjugates) conjugate_all(w);
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

template <Scalar T>
void gemv(const MatrixView<const T>& a, const MatrixView<const T>& x, const MatrixView<T>& y,
          const GemvOptions<T>& options) {
  const mpi::CollectiveCall call(a.comm(), "gemv", mpi::same("A", a), mpi::same("X", x),
                                 mpi::same("Y", y), mpi::same("the options", options));
  const bool transposes = is_transposing(options.op);
  const Shape shape = transposes ? a.shape().transposed() : a.shape();
  check_column("gemv", "x", x.shape(), shape.cols);
  check_column("gemv", "y", y.shape(), shape.rows);
  expect(a.comm() == x.comm() && a.comm() == y.comm(),
         "gemv: A, x and y must live on one communicator; move them to A's");
  check_how("gemv", a.layout(), options.how);
  AlignedVector<T> factor(a, transposes ? Along::Rows : Along::Cols);
  AlignedVector<T> product(a, transposes ? Along::Cols : Along::Rows);
  if (options.alpha != T(0)) {
    factor.take(x);
    multiply(options.op, a.local(), std::move(factor.values()), product.values());
    product.sum();
  }
  product.put(y, {options.alpha, options.beta});
}

template <Scalar T>
void ger(const MatrixView<const T>& x, const MatrixView<const T>& y, const MatrixView<T>& a,
         const GerOptions<T>& options) {
  const mpi::CollectiveCall call(x.comm(), "ger", mpi::same("X", x), mpi::same("Y", y),
                                 mpi::same("A", a), mpi::same("the options", options));
  check_column("ger", "x", x.shape(), a.shape().rows);
  check_column("ger", "y", y.shape(), a.shape().cols);
  expect(a.comm() == x.comm() && a.comm() == y.comm(),
         "ger: x, y and A must live on one communicator; move them to A's");
  expect(is_transposing(options.op),
         "ger: y cannot count as the column that it is; take its transpose or conjugate transpose");
  check_how("ger", a.layout(), options.how);
  if (options.alpha == T(0)) return;
  AlignedVector<T> down(a, Along::Rows), across(a, Along::Cols);
  down.take(x);
  across.take(y);
  if (options.op == Op::ConjTrans) conjugate_all(across.values());

  const bool is_column_major = a.local().is_column_major();
  const LocalView<T> memory = local::along_memory(a.local());
  const std::vector<T>& lines = is_column_major ? across.values() : down.values();
  const std::vector<T>& steps = is_column_major ? down.values() : across.values();
  for (Index j = 0; j < memory.cols; ++j) {
    const T factor = local::product(options.alpha, lines[static_cast<std::size_t>(j)]);
    T* line = memory.at(0, j);
    for (Index i = 0; i < memory.rows; ++i)
      line[i] += local::product(factor, steps[static_cast<std::size_t>(i)]);
  }
}

#define ASHLAR_INSTANTIATE(T)                                                                      \
  template void gemm(MatrixView<const T>, MatrixView<const T>, MatrixView<T>,                      \
                     const GemmOptions<T>&);                                                       \
  template DistMatrix<T> gemm(MatrixView<const T>, MatrixView<const T>, const GemmOptions<T>&);    \
  template void gemv(const MatrixView<const T>&, const MatrixView<const T>&, const MatrixView<T>&, \
                     const GemvOptions<T>&);                                                       \
  template void ger(const MatrixView<const T>&, const MatrixView<const T>&, const MatrixView<T>&,  \
                    const GerOptions<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
