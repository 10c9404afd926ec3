// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/pivoted_qr.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ashlar/base/error.hpp>
#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "factor.hpp"
#include "fortran/lapack.hpp"
#include "same_options.hpp"
#include "workspace.hpp"

namespace ashlar {
namespace {

template <Scalar T>
int call_geqp3(local::Tile<T> a, std::vector<int>& pivots, std::vector<T>& tau) {
  const int m = checked_int(a.rows, "rows of A"), n = checked_int(a.cols, "columns of A");
  const int ld = checked_int(a.ld, "leading dimension of A");
  pivots.assign(static_cast<std::size_t>(n), 0);  // free columns
  tau.resize(static_cast<std::size_t>(std::min(m, n)));
  std::vector<RealOf<T>> rwork(static_cast<std::size_t>(2 * n));
  return detail::with_workspace<T>(a.rows, [&](T* work, const int* lwork, int* info) {
    if constexpr (is_complex<T>)
      fortran::geqp3<T>(&m, &n, a.data, &ld, pivots.data(), tau.data(), work, lwork, rwork.data(),
                        info);
    else fortran::geqp3<T>(&m, &n, a.data, &ld, pivots.data(), tau.data(), work, lwork, info);
  });
}

template <Scalar T>
int call_ormqr(Op op, local::Tile<const T> a, const std::vector<T>& tau, local::Tile<T> c) {
  // Real routines take 'T', complex ones 'C'.
  const char side = 'L', trans = op == Op::None ? 'N' : is_complex<T> ? 'C' : 'T';
  const int m = checked_int(c.rows, "rows of C"), n = checked_int(c.cols, "columns of C");
  const int k = static_cast<int>(tau.size());
  const int lda = checked_int(a.ld, "leading dimension of A");
  const int ldc = checked_int(c.ld, "leading dimension of C");
  return detail::with_workspace<T>(
      std::max(c.rows, c.cols), [&](T* work, const int* lwork, int* info) {
        fortran::ormqr<T>(&side, &trans, &m, &n, &k, a.data, &lda, tau.data(), c.data, &ldc, work,
                          lwork, info, 1, 1);
      });
}

}  // namespace

namespace detail {

template <Scalar T>
PivotedQrFactor<T> pivoted_qr_factor(MatrixView<const T> a, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "pivoted_qr_factor", mpi::same("A", a),
                                 mpi::same("the options", options));
  const Shape shape = a.shape();
  PivotedQrFactor<T> result;
  result.factors_ = gathered_for(Routine::PivotedQr, "pivoted_qr_factor", a, options);
  result.permutation_.resize(static_cast<std::size_t>(shape.cols));
  result.diagonal_.resize(static_cast<std::size_t>(std::min(shape.rows, shape.cols)));
  for (Index j = 0; j < shape.cols; ++j) result.permutation_[static_cast<std::size_t>(j)] = j;
  if (shape.empty()) return result;
  const int info = by_rank_zero(a.comm(), [&] {
    const local::Tile<T> tile = tile_of(result.factors_);
    std::vector<int> pivots;
    const int found = call_geqp3(tile, pivots, result.tau_);
    std::transform(pivots.begin(), pivots.end(), result.permutation_.begin(),
                   [](int pivot) { return Index{pivot} - 1; });
    for (Index j = 0; j < std::ssize(result.diagonal_); ++j)
      result.diagonal_[static_cast<std::size_t>(j)] = std::abs(tile(j, j));
    return found;
  });
  (void)agreed_outcome(a.comm(), info, "?geqp3");
  broadcast(a.comm(), result.permutation_);
  broadcast(a.comm(), result.diagonal_);
  return result;
}

}  // namespace detail

template <Scalar T>
Index PivotedQrFactor<T>::rank(std::optional<double> rcond) const {
  if (diagonal_.empty()) return 0;
  const double eps = static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon());
  const double size = static_cast<double>(std::max(shape().rows, shape().cols));
  const double least = rcond.value_or(size * eps) * static_cast<double>(diagonal_.front());
  return std::count_if(diagonal_.begin(), diagonal_.end(),
                       [&](RealOf<T> x) { return static_cast<double>(x) > least; });
}

template <Scalar T>
DistMatrix<T> PivotedQrFactor<T>::r() const {
  const mpi::CollectiveCall call(factors_.comm(), "PivotedQrFactor::r",
                                 mpi::same("the factor", factors_));
  const Index rows = std::min(shape().rows, shape().cols);
  DistMatrix<T> result(factors_.comm(), detail::on_rank_zero({rows, shape().cols}));
  copy_into(factors_.view({0, rows}, {0, shape().cols}), result, {.uplo = Uplo::Upper});
  return result;
}

template <Scalar T>
DistMatrix<T> PivotedQrFactor<T>::apply_view(MatrixView<const T> b, Op op) const {
  const mpi::CollectiveCall call(b.comm(), "PivotedQrFactor::apply_q",
                                 mpi::same("the factor", factors_), mpi::same("B", b),
                                 mpi::same("op", op));
  expect(b.comm() == factors_.comm(),
         "PivotedQrFactor::apply_q: B and A have different communicators; put both on one");
  expect(b.shape().rows == shape().rows, "PivotedQrFactor::apply_q: B is ", b.shape().rows, "x",
         b.shape().cols, ", but Q has ", detail::counted(shape().rows, "column"),
         "; B must have as many rows");
  expect(!is_complex<T> || op != Op::Trans,
         "PivotedQrFactor::apply_q: op is transpose; of a complex Q only the conjugate transpose "
         "can be applied");
  return detail::on_one_rank("PivotedQrFactor::apply_q", "?ormqr", b, {}, [&](local::Tile<T> x) {
    return diagonal_.empty() ? 0 : call_ormqr<T>(op, detail::tile_of(factors_), tau_, x);
  });
}

#define ASHLAR_INSTANTIATE(T)                                                  \
  template PivotedQrFactor<T> detail::pivoted_qr_factor(MatrixView<const T>,   \
                                                        const LinalgOptions&); \
  template class PivotedQrFactor<T>;
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
