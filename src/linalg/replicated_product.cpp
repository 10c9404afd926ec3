// SPDX-License-Identifier: BSD-3-Clause
#include "replicated_product.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/matrix/apply.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "base/instantiate.hpp"
#include "base/tuning.hpp"
#include "local/blas.hpp"
#include "mpi/wait_in.hpp"

namespace ashlar::detail {
namespace {

template <Scalar T>
ashlar::RealOf<T> magnitude(T x) {
  if constexpr (is_complex<T>) return std::abs(x.real()) + std::abs(x.imag());
  else return std::abs(x);
}

template <Scalar T>
std::vector<T> conjugated(local::Tile<const T> x) {
  std::vector<T> result;
  result.reserve(static_cast<std::size_t>(x.rows * x.cols));
  for (Index j = 0; j < x.cols; ++j)
    for (Index i = 0; i < x.rows; ++i) result.push_back(conjugate(x(i, j)));
  return result;
}

template <class T>
local::Tile<T> tile_over(std::vector<T>& values, Index cols) {
  const Index rows = cols == 0 ? 0 : std::ssize(values) / cols;
  return {values.data(), rows, cols, std::max<Index>(rows, 1)};
}

// C := C + op(A) B, often with one column.
template <Scalar T>
void multiply_add(local::Factor<T> a, local::Tile<const T> b, local::Tile<T> c) {
  if (a.tile.empty() || c.empty()) return;
  if (c.cols == 1) local::gemv<T>(T(1), a, b, T(1), c);
  else local::gemm<T>(T(1), a, local::plain(b), T(1), c);
}

}  // namespace

template <Scalar T>
ReplicatedProduct<T>::ReplicatedProduct(MatrixView<const T> a, Uplo stored)
    : comm_(a.comm()), order_(a.shape().rows), stored_(stored) {
  const auto& coord = a.matrix().coord();
  if (!coord) return;
  rows_ = indices_of(a.layout().rows(), coord->row, a.section().rows);
  cols_ = indices_of(a.layout().cols(), coord->col, a.section().cols);
  LocalView<const T> local = a.local();
  is_transposed_ = a.matrix().storage_order() == StorageOrder::C;
  if (is_transposed_) {
    local = local.transposed();
    std::swap(rows_, cols_);
    if (stored != Uplo::General) stored_ = stored == Uplo::Lower ? Uplo::Upper : Uplo::Lower;
  }
  block_ = {local.data, local.rows, local.cols, local.col_stride};
}

template <Scalar T>
void ReplicatedProduct<T>::apply(local::Tile<const T> x, local::Tile<T> y) const {
  std::fill_n(y.data, y.rows * y.cols, T(0));
  if (stored_ == Uplo::General) apply_general(x, y);
  else if (is_transposed_ && is_complex<T>) {
    // The transpose is the conjugate: conj(A) conj(x) = conj(A x).
    std::vector<T> mirrored = conjugated(x);
    apply_hermitian(tile_over(mirrored, x.cols), y);
    std::transform(y.data, y.data + y.rows * y.cols, y.data, conjugate<T>);
  } else apply_hermitian(x, y);
  sum_over_ranks(y);
}

template <Scalar T>
void ReplicatedProduct<T>::apply_general(local::Tile<const T> x, local::Tile<T> y) const {
  const auto& from = is_transposed_ ? rows_ : cols_;
  const auto& to = is_transposed_ ? cols_ : rows_;
  std::vector<T> mine = picked(x, from);
  std::vector<T> result(to.size() * static_cast<std::size_t>(x.cols));
  multiply_add<T>({block_, is_transposed_ ? Op::Trans : Op::None}, tile_over(mine, x.cols),
                  tile_over(result, x.cols));
  add(result, to, y);
}

template <Scalar T>
typename ReplicatedProduct<T>::Rows ReplicatedProduct<T>::rows_of(Index first, Index last) const {
  const auto before = [&](Index place) {
    return std::lower_bound(rows_.begin(), rows_.end(), place) - rows_.begin();
  };
  const Index top = before(cols_[static_cast<std::size_t>(first)]);
  const Index bottom = before(cols_[static_cast<std::size_t>(last - 1)] + 1);
  if (stored_ == Uplo::Lower) return {{bottom, block_.rows}, {top, bottom}};
  return {{0, top}, {top, bottom}};
}

template <Scalar T>
void ReplicatedProduct<T>::apply_hermitian(local::Tile<const T> x, local::Tile<T> y) const {
  std::vector<T> x_rows = picked(x, rows_), x_cols = picked(x, cols_);
  std::vector<T> y_rows(x_rows.size()), y_cols(x_cols.size());
  const local::Tile<T> xr = tile_over(x_rows, x.cols), xc = tile_over(x_cols, x.cols);
  const local::Tile<T> yr = tile_over(y_rows, x.cols), yc = tile_over(y_cols, x.cols);
  const Index panel = ashlar::detail::tuning().replicated_columns;
  for (Index first = 0; first < block_.cols; first += panel) {
    const Index last = std::min(block_.cols, first + panel);
    const auto [whole, partial] = rows_of(first, last);
    const local::Tile<const T> part = block_.part(whole.first, first, whole.size(), last - first);
    multiply_add<T>(local::plain(part), xc.row_range(first, last),
                    yr.row_range(whole.first, whole.last));
    multiply_add<T>(local::conj_trans(part), xr.row_range(whole.first, whole.last),
                    yc.row_range(first, last));
    for (Index c = first; c < last; ++c)
      for (Index r = partial.first; r < partial.last; ++r) {
        const Index below = rows_[static_cast<std::size_t>(r)] - cols_[static_cast<std::size_t>(c)];
        if (stored_ == Uplo::Lower ? below < 0 : below > 0) continue;
        const T v = below == 0 ? T(std::real(block_(r, c))) : block_(r, c);
        for (Index j = 0; j < x.cols; ++j) {
          yr(r, j) += v * xc(c, j);
          if (below != 0) yc(c, j) += conjugate(v) * xr(r, j);
        }
      }
  }
  add(y_rows, rows_, y);
  add(y_cols, cols_, y);
}

template <Scalar T>
std::vector<ashlar::RealOf<T>> ReplicatedProduct<T>::apply_absolute(
    const std::vector<Real>& x) const {
  std::vector<Real> x_copy = x, y(static_cast<std::size_t>(order_));
  const local::Tile<const Real> whole = tile_over(x_copy, 1);
  const std::vector<Real> xr = picked(whole, rows_), xc = picked(whole, cols_);
  std::vector<Real> yr(xr.size()), yc(xc.size());
  const bool is_general = stored_ == Uplo::General;
  for (Index c = 0; c < block_.cols; ++c) {
    // A column of the stored triangle is also a row, without its diagonal.
    const auto [rows, partial] = is_general ? Rows{{0, block_.rows}, {0, 0}} : rows_of(c, c + 1);
    const T* const column = block_.at(0, c);
    const auto at = static_cast<std::size_t>(c);
    Real sum = 0;
    if (!is_general || is_transposed_)
      for (Index r = rows.first; r < rows.last; ++r)
        sum += magnitude(column[r]) * xr[static_cast<std::size_t>(r)];
    if (!is_general || !is_transposed_)
      for (Index r = rows.first; r < rows.last; ++r)
        yr[static_cast<std::size_t>(r)] += magnitude(column[r]) * xc[at];
    for (Index r = partial.first; r < partial.last; ++r)  // the diagonal, if local
      sum += std::abs(std::real(column[r])) * xr[static_cast<std::size_t>(r)];
    yc[at] += sum;
  }
  add(yr, rows_, tile_over(y, 1));
  add(yc, cols_, tile_over(y, 1));
  sum_over_ranks(tile_over(y, 1));
  return y;
}

template <Scalar T>
double ReplicatedProduct<T>::inf_norm() const {
  const std::vector<Real> sums =
      apply_absolute(std::vector<Real>(static_cast<std::size_t>(order_), Real(1)));
  return sums.empty() ? 0 : static_cast<double>(*std::max_element(sums.begin(), sums.end()));
}

template <Scalar T>
template <class V>
std::vector<V> ReplicatedProduct<T>::picked(local::Tile<const V> whole,
                                            const std::vector<Index>& places) {
  std::vector<V> result;
  result.reserve(places.size() * static_cast<std::size_t>(whole.cols));
  for (Index j = 0; j < whole.cols; ++j)
    for (const Index place : places) result.push_back(whole(place, j));
  return result;
}

template <Scalar T>
template <class V>
void ReplicatedProduct<T>::add(const std::vector<V>& part, const std::vector<Index>& places,
                               local::Tile<V> whole) {
  auto next = part.begin();
  for (Index j = 0; j < whole.cols; ++j)
    for (const Index place : places) whole(place, j) += *next++;
}

// An Allreduce may round differently on each rank.
template <Scalar T>
template <class V>
void ReplicatedProduct<T>::sum_over_ranks(local::Tile<V> y) const {
  const mpi::Context& context = mpi::Context::of(comm_);
  if (context.size() == 1) return;
  const MPI_Comm comm = context.comm().native();
  const int count = checked_int(y.rows * y.cols, "elements of the product");
  const bool is_root = context.rank() == 0;
  mpi::wait_in("MPI_Reduce", context.comm(), [&] {
    return MPI_Reduce(is_root ? MPI_IN_PLACE : y.data, y.data, count, mpi::native_type<V>(),
                      MPI_SUM, 0, comm);
  });
  mpi::wait_in("MPI_Bcast", context.comm(),
               [&] { return MPI_Bcast(y.data, count, mpi::native_type<V>(), 0, comm); });
}

#define ASHLAR_INSTANTIATE(T) template class ReplicatedProduct<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
