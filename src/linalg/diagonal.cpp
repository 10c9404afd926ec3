// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/elementwise.hpp>

#include <algorithm>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "base/instantiate.hpp"
#include "dealt_vector.hpp"
#include "factor.hpp"
#include "local/lines.hpp"
#include "reduce.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

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
  DealtVector<T> by_row(a, Along::Rows);
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
  template T trace(const MatrixView<const T>&);                                \
  template std::vector<T> diagonal(const MatrixView<const T>&, Index);         \
  template void set_diagonal(const MatrixView<T>&, std::span<const T>, Index); \
  template void fill_diagonal(const MatrixView<T>&, T, Index);                 \
  template void add_to_diagonal(const MatrixView<T>&, T);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
