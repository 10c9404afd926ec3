// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/elementwise.hpp>

#include <algorithm>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/aligned.hpp>

#include "aligned_vector.hpp"
#include "base/instantiate.hpp"
#include "factor.hpp"
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

// Calls f(il, jl, i) for local elements of a diagonal: position in a.local(), and row in the view.
template <class V, class F>
void for_each_on_diagonal(const MatrixView<V>& a, Index offset, F&& f) {
  const auto& coord = a.matrix().coord();
  if (!coord) return;
  const auto [rows, cols] = a.section();
  const Axis &row_axis = a.layout().rows(), &col_axis = a.layout().cols();
  const Range mine = row_axis.local_range(coord->row, rows);
  const Index first_col = col_axis.local_count_below(coord->col, cols.first);
  for (Index l = mine.first; l < mine.last; ++l) {
    const Index i = row_axis.to_global(coord->row, l) - rows.first;
    const Index j = i + offset;
    if (j < 0 || j >= cols.size() || col_axis.owner(cols.first + j) != coord->col) continue;
    f(l - mine.first, col_axis.to_local(cols.first + j) - first_col, i);
  }
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
  expect_same_shape_and_comm("dot", a, b);
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
  expect_same_shape_and_comm("hadamard", a, b);
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

template <Scalar T>
T trace(const MatrixView<const T>& a) {
  const mpi::CollectiveCall call(a.comm(), "trace", mpi::same("A", a));
  check_square("trace", a.shape());
  const LocalView<const T> local = a.local();
  local::LongSum<SumOf<T>> sum;
  for_each_on_diagonal(a, 0, [&](Index il, Index jl, Index) { sum.add(SumOf<T>(local(il, jl))); });
  return static_cast<T>(sum_of_all(a.comm(), sum.value()));
}

template <Scalar T>
std::vector<T> diagonal(const MatrixView<const T>& a, Index offset) {
  const mpi::CollectiveCall call(a.comm(), "diagonal", mpi::same("A", a),
                                 mpi::same("the offset", offset));
  AlignedVector<T> by_row(a, Along::Rows);
  const LocalView<const T> local = a.local();
  for_each_on_diagonal(a, offset, [&](Index il, Index jl, Index) { by_row[il] = local(il, jl); });
  by_row.join();
  std::vector<T> result = by_row.everywhere();
  const auto first = result.begin() + std::clamp<Index>(-offset, 0, a.shape().rows);
  result.erase(result.begin(), first);
  result.resize(static_cast<std::size_t>(diagonal_length(a.shape(), offset)));
  return result;
}

template <Scalar T>
void set_diagonal(const MatrixView<T>& a, std::span<const T> values, Index offset) {
  const mpi::CollectiveCall call(a.comm(), "set_diagonal", mpi::same("A", a),
                                 mpi::same("the values", values), mpi::same("the offset", offset));
  const Index length = diagonal_length(a.shape(), offset);
  expect(std::ssize(values) == length, "set_diagonal: ", counted(values.size(), "value"),
         " for diagonal ", offset, " of a ", a.shape().rows, "x", a.shape().cols,
         " matrix, which has ", length);
  const LocalView<T> local = a.local();
  const Index skipped = std::max<Index>(-offset, 0);
  for_each_on_diagonal(a, offset, [&](Index il, Index jl, Index i) {
    local(il, jl) = values[static_cast<std::size_t>(i - skipped)];
  });
}

template <Scalar T>
void fill_diagonal(const MatrixView<T>& a, T value, Index offset) {
  const mpi::CollectiveCall call(a.comm(), "fill_diagonal", mpi::same("A", a),
                                 mpi::same("the value", value), mpi::same("the offset", offset));
  const LocalView<T> local = a.local();
  for_each_on_diagonal(a, offset, [&](Index il, Index jl, Index) { local(il, jl) = value; });
}

template <Scalar T>
void add_to_diagonal(const MatrixView<T>& a, T alpha) {
  const mpi::CollectiveCall call(a.comm(), "add_to_diagonal", mpi::same("A", a),
                                 mpi::same("alpha", alpha));
  const LocalView<T> local = a.local();
  for_each_on_diagonal(a, 0, [&](Index il, Index jl, Index) { local(il, jl) += alpha; });
}

#define ASHLAR_INSTANTIATE(T)                                                  \
  template void scale(const MatrixView<T>&, T);                                \
  template T dot(const MatrixView<const T>&, const MatrixView<const T>&);      \
  template void hadamard(const MatrixView<const T>&, const MatrixView<T>&);    \
  template T trace(const MatrixView<const T>&);                                \
  template std::vector<T> diagonal(const MatrixView<const T>&, Index);         \
  template void set_diagonal(const MatrixView<T>&, std::span<const T>, Index); \
  template void fill_diagonal(const MatrixView<T>&, T, Index);                 \
  template void add_to_diagonal(const MatrixView<T>&, T);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
