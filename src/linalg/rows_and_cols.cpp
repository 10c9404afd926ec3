// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/rows_and_cols.hpp>

#include <algorithm>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/apply.hpp>
#include <ashlar/matrix/dist_matrix.hpp>

#include "aligned_vector.hpp"
#include "base/instantiate.hpp"
#include "local/lines.hpp"
#include "reduce.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

void check_length(const char* function, std::size_t given, Index wanted, const char* lines) {
  expect(static_cast<Index>(given) == wanted, function, ": ", counted(given, "number"),
         " for a matrix of ", wanted, " ", lines, "; give one for each");
}

// Factors of local rows.
template <Scalar T>
std::vector<T> of_local(const Axis& axis, int process, Range range, std::span<const T> v) {
  std::vector<T> picked;
  for (const Index i : indices_of(axis, process, range))
    picked.push_back(v[static_cast<std::size_t>(i)]);
  return picked;
}

// element := f(element, factor of its row)
template <Scalar T, class F>
void apply_by_row(const LocalView<T>& a, const std::vector<T>& v, F&& f) {
  if (a.is_column_major()) {
    for (Index j = 0; j < a.cols; ++j)
      for (Index i = 0; i < a.rows; ++i) a(i, j) = f(a(i, j), v[static_cast<std::size_t>(i)]);
  } else {
    for (Index i = 0; i < a.rows; ++i) {
      const T number = v[static_cast<std::size_t>(i)];
      for (Index j = 0; j < a.cols; ++j) a(i, j) = f(a(i, j), number);
    }
  }
}

template <Scalar T, class F>
void for_rows(const MatrixView<T>& a, std::span<const T> v, F&& f) {
  const auto& coord = a.matrix().coord();
  if (!coord) return;
  apply_by_row(a.local(), of_local(a.layout().rows(), coord->row, a.section().rows, v), f);
}

template <Scalar T, class F>
void for_cols(const MatrixView<T>& a, std::span<const T> v, F&& f) {
  const auto& coord = a.matrix().coord();
  if (!coord) return;
  apply_by_row(a.local().transposed(), of_local(a.layout().cols(), coord->col, a.section().cols, v),
               f);
}

// Sums of contiguous columns.
template <Scalar T>
void add_columns(const LocalView<const T>& memory, AlignedVector<SumOf<T>>& sums) {
  for (Index j = 0; j < memory.cols; ++j) {
    const T* line = memory.at(0, j);
    sums[j] = local::sum_of<SumOf<T>>(memory.rows, [=](Index i) { return SumOf<T>(line[i]); });
  }
}

// Sums of rows, side by side.
template <Scalar T>
void add_rows(const LocalView<const T>& memory, AlignedVector<SumOf<T>>& sums) {
  for (Index j = 0; j < memory.cols; ++j) {
    const T* line = memory.at(0, j);
    for (Index i = 0; i < memory.rows; ++i) sums[i] += SumOf<T>(line[i]);
  }
}

template <Scalar T>
std::vector<T> sums_along(const MatrixView<const T>& a, Along along, double divisor) {
  AlignedVector<SumOf<T>> sums(a, along);
  const LocalView<const T> local = a.local();
  if (local.is_column_major() == (along == Along::Cols))
    add_columns(local::along_memory(local), sums);
  else add_rows(local::along_memory(local), sums);
  sums.sum();
  const std::vector<SumOf<T>> wide = sums.everywhere();
  std::vector<T> result(wide.size());
  std::transform(wide.begin(), wide.end(), result.begin(),
                 [&](SumOf<T> sum) { return static_cast<T>(sum / divisor); });
  return result;
}

}  // namespace

template <Scalar T>
void scale_rows(const MatrixView<T>& a, std::span<const T> v) {
  const mpi::CollectiveCall call(a.comm(), "scale_rows", mpi::same("A", a),
                                 mpi::same("the factors", v));
  check_length("scale_rows", v.size(), a.shape().rows, "rows");
  for_rows(a, v, [](T x, T factor) { return local::product(factor, x); });
}

template <Scalar T>
void scale_cols(const MatrixView<T>& a, std::span<const T> v) {
  const mpi::CollectiveCall call(a.comm(), "scale_cols", mpi::same("A", a),
                                 mpi::same("the factors", v));
  check_length("scale_cols", v.size(), a.shape().cols, "columns");
  for_cols(a, v, [](T x, T factor) { return local::product(factor, x); });
}

template <Scalar T>
void add_to_rows(const MatrixView<T>& a, std::span<const T> v, T alpha) {
  const mpi::CollectiveCall call(a.comm(), "add_to_rows", mpi::same("A", a),
                                 mpi::same("the terms", v), mpi::same("alpha", alpha));
  check_length("add_to_rows", v.size(), a.shape().cols, "columns");
  for_cols(a, v, [=](T x, T term) { return x + local::product(alpha, term); });
}

template <Scalar T>
void add_to_cols(const MatrixView<T>& a, std::span<const T> v, T alpha) {
  const mpi::CollectiveCall call(a.comm(), "add_to_cols", mpi::same("A", a),
                                 mpi::same("the terms", v), mpi::same("alpha", alpha));
  check_length("add_to_cols", v.size(), a.shape().rows, "rows");
  for_rows(a, v, [=](T x, T term) { return x + local::product(alpha, term); });
}

template <Scalar T>
std::vector<T> row_sums(const MatrixView<const T>& a, double divisor) {
  const mpi::CollectiveCall call(a.comm(), "row_sums", mpi::same("A", a));
  return sums_along(a, Along::Rows, divisor);
}

template <Scalar T>
std::vector<T> col_sums(const MatrixView<const T>& a, double divisor) {
  const mpi::CollectiveCall call(a.comm(), "col_sums", mpi::same("A", a));
  return sums_along(a, Along::Cols, divisor);
}

template <Scalar T>
std::vector<T> center_cols(const MatrixView<T>& a) {
  const mpi::CollectiveCall call(a.comm(), "center_cols", mpi::same("A", a));
  std::vector<T> means = col_sums(MatrixView<const T>(a), static_cast<double>(a.shape().rows));
  add_to_rows(a, means, T(-1));
  return means;
}

#define ASHLAR_INSTANTIATE(T)                                             \
  template void scale_rows(const MatrixView<T>&, std::span<const T>);     \
  template void scale_cols(const MatrixView<T>&, std::span<const T>);     \
  template void add_to_rows(const MatrixView<T>&, std::span<const T>, T); \
  template void add_to_cols(const MatrixView<T>&, std::span<const T>, T); \
  template std::vector<T> row_sums(const MatrixView<const T>&, double);   \
  template std::vector<T> col_sums(const MatrixView<const T>&, double);   \
  template std::vector<T> center_cols(const MatrixView<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
