// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/rows_and_cols.hpp>

#include <algorithm>

#include <ashlar/matrix/dist_matrix.hpp>

#include "base/instantiate.hpp"
#include "dealt_vector.hpp"
#include "local/lines.hpp"
#include "reduce.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

// Sums of contiguous columns.
template <Scalar T>
void add_columns(const LocalView<const T>& memory, DealtVector<SumOf<T>>& sums) {
  for (Index j = 0; j < memory.cols; ++j) {
    const T* line = memory.at(0, j);
    sums[j] = local::sum_of<SumOf<T>>(memory.rows, [=](Index i) { return SumOf<T>(line[i]); });
  }
}

// Sums of rows, side by side.
template <Scalar T>
void add_rows(const LocalView<const T>& memory, DealtVector<SumOf<T>>& sums) {
  for (Index j = 0; j < memory.cols; ++j) {
    const T* line = memory.at(0, j);
    for (Index i = 0; i < memory.rows; ++i) sums[i] += SumOf<T>(line[i]);
  }
}

template <Scalar T>
std::vector<T> sums_along(const MatrixView<const T>& a, Along along, double divisor) {
  DealtVector<SumOf<T>> sums(a, along);
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

#define ASHLAR_INSTANTIATE(T)                                           \
  template std::vector<T> row_sums(const MatrixView<const T>&, double); \
  template std::vector<T> col_sums(const MatrixView<const T>&, double); \
  template std::vector<T> center_cols(const MatrixView<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
