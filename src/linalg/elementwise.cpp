// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/elementwise.hpp>

#include <algorithm>

#include <ashlar/move/aligned.hpp>

#include "base/instantiate.hpp"
#include "local/lines.hpp"
#include "reduce.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

// Terms per update of a sum's error.
constexpr Index run = 512;

template <Scalar T>
SumOf<T> local_dot(const LocalView<const T>& a, const LocalView<const T>& b) {
  local::LongSum<SumOf<T>> sum;
  const Index sx = a.row_stride, sy = b.row_stride;
  for (Index j = 0; j < a.cols; ++j)
    for (Index i = 0; i < a.rows; i += run) {
      const T *x = a.at(i, j), *y = b.at(i, j);
      const Index n = std::min(run, a.rows - i);
      if (sx == 1 && sy == 1)
        sum.add(local::sum_of<SumOf<T>>(n, [=](Index k) { return local::dot_term(x[k], y[k]); }));
      else
        sum.add(local::sum_of<SumOf<T>>(
            n, [=](Index k) { return local::dot_term(x[k * sx], y[k * sy]); }));
    }
  return sum.value();
}

}  // namespace

template <Scalar T>
void scale(const MatrixView<T>& a, T alpha) {
  const mpi::CollectiveCall call(a.comm(), "scale", mpi::same("A", a), mpi::same("alpha", alpha));
  const LocalView<T> memory = local::along_memory(a.local());
  for (Index j = 0; j < memory.cols; ++j) {
    T* line = memory.at(0, j);
    if (alpha == T(0)) std::fill_n(line, memory.rows, T(0));
    else
      for (Index i = 0; i < memory.rows; ++i) line[i] = local::product(alpha, line[i]);
  }
}

template <Scalar T>
T dot(const MatrixView<const T>& a, const MatrixView<const T>& b) {
  const mpi::CollectiveCall call(a.comm(), "dot", mpi::same("A", a), mpi::same("B", b));
  expect_alike("dot", a, b);
  const Aligned<T> second(b, a);
  LocalView<const T> x = a.local(), y = second.local();
  if (!x.is_column_major()) {
    x = x.transposed();
    y = y.transposed();
  }
  return static_cast<T>(sum_of_all(a.comm(), local_dot(x, y)));
}

template <Scalar T>
void hadamard(const MatrixView<const T>& a, const MatrixView<T>& b) {
  const mpi::CollectiveCall call(a.comm(), "hadamard", mpi::same("A", a), mpi::same("B", b));
  expect_alike("hadamard", a, b);
  const Aligned<T> first(a, b);
  LocalView<const T> x = first.local();
  LocalView<T> y = b.local();
  if (!y.is_column_major()) {
    x = x.transposed();
    y = y.transposed();
  }
  for (Index j = 0; j < y.cols; ++j)
    for (Index i = 0; i < y.rows; ++i) y(i, j) = local::product(x(i, j), y(i, j));
}

#define ASHLAR_INSTANTIATE(T)                                             \
  template void scale(const MatrixView<T>&, T);                           \
  template T dot(const MatrixView<const T>&, const MatrixView<const T>&); \
  template void hadamard(const MatrixView<const T>&, const MatrixView<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
