// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/gemm.hpp>

#include <limits>
#include <utility>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "base/instantiate.hpp"
#include "dealt_vector.hpp"
#include "local/blas.hpp"
#include "local/lines.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

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
  DealtVector<T> factor(a, transposes ? Along::Rows : Along::Cols);
  DealtVector<T> product(a, transposes ? Along::Cols : Along::Rows);
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
  DealtVector<T> down(a, Along::Rows), across(a, Along::Cols);
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
  template void gemv(const MatrixView<const T>&, const MatrixView<const T>&, const MatrixView<T>&, \
                     const GemvOptions<T>&);                                                       \
  template void ger(const MatrixView<const T>&, const MatrixView<const T>&, const MatrixView<T>&,  \
                    const GerOptions<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
