// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/norm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/system.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/local_part.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {
namespace {

void sum_over(mpi::CommunicatorView comm, std::vector<double>& sums) {
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, sums.data(),
                           checked_int(static_cast<Index>(sums.size()), "local sums"), MPI_DOUBLE,
                           MPI_SUM, comm.native()),
             "MPI_Allreduce");
}

// The largest of the ranks' values; NaN if one of them is, which MPI_MAX alone does not promise.
double largest(mpi::CommunicatorView comm, const std::vector<double>& values) {
  double found[2] = {0, 0};  // largest number, whether there is a NaN
  for (double x : values) {
    found[0] = std::max(found[0], x);  // keeps the first where x is NaN
    if (std::isnan(x)) found[1] = 1;
  }
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_DOUBLE, MPI_MAX, comm.native()),
             "MPI_Allreduce");
  return found[1] != 0 ? std::numeric_limits<double>::quiet_NaN() : found[0];
}

// Sums over the local columns; rows of the transposed view are columns of the matrix.
template <class T>
std::vector<double> column_sums(const LocalView<const T>& a) {
  std::vector<double> sums(static_cast<std::size_t>(a.cols), 0.0);
  for (Index jl = 0; jl < a.cols; ++jl)
    for (Index il = 0; il < a.rows; ++il)
      sums[static_cast<std::size_t>(jl)] += static_cast<double>(std::abs(a(il, jl)));
  return sums;
}

template <Scalar T>
double one_or_inf(MatrixView<const T> a, Norm kind) {
  mpi::Context& context = mpi::Context::of(a.comm());
  const auto& grid = context.grid_communicators(a.layout().ranks());
  const LocalView<const T> local = local_part(a);
  std::vector<double> sums;
  if (a.matrix().coord()) {
    sums = column_sums(kind == Norm::One ? local : local.transposed());
    sum_over(kind == Norm::One ? grid.col : grid.row, sums);
  }
  return largest(context.comm(), sums);
}

// Scaled by the largest element, so that no square overflows or vanishes.
template <Scalar T>
double frobenius(MatrixView<const T> a) {
  const double scale = static_cast<double>(max_abs(a));
  if (scale == 0 || !std::isfinite(scale)) return scale;
  const LocalView<const T> local = local_part(a);
  std::vector<double> sum(1, 0.0);
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il) {
      const double x = static_cast<double>(std::abs(local(il, jl))) / scale;
      sum[0] += x * x;
    }
  sum_over(mpi::Context::of(a.comm()).comm(), sum);
  return scale * std::sqrt(sum[0]);
}

}  // namespace

template <Scalar T>
ashlar::RealOf<T> norm(MatrixView<const T> a, Norm kind) {
  switch (kind) {
    case Norm::Max: return max_abs(a);
    case Norm::One:
    case Norm::Inf: return static_cast<ashlar::RealOf<T>>(one_or_inf(a, kind));
    case Norm::Frobenius: break;
  }
  return static_cast<ashlar::RealOf<T>>(frobenius(a));
}

template <Scalar T>
ashlar::RealOf<T> scaled_residual(MatrixView<const T> a, MatrixView<const T> x,
                                  MatrixView<const T> b) {
  check_system("scaled_residual", a.shape(), b.shape(), a.comm() == b.comm());
  expect(x.shape() == b.shape(), "scaled_residual: X is ", x.shape().rows, "x", x.shape().cols,
         ", but B is ", b.shape().rows, "x", b.shape().cols, "; they must have one shape");
  if (b.shape().empty()) return 0;
  DistMatrix<T> r = redistribute(b, b.layout().with_shape(b.shape()));
  gemm<T>(a, x, r, {.alpha = T(-1), .beta = T(1)});
  const double residual = one_or_inf(const_view(r), Norm::Inf);
  if (residual == 0) return 0;
  constexpr double eps = static_cast<double>(std::numeric_limits<ashlar::RealOf<T>>::epsilon()) / 2;
  const double size =
      one_or_inf(a, Norm::Inf) * one_or_inf(x, Norm::Inf) + one_or_inf(b, Norm::Inf);
  return static_cast<ashlar::RealOf<T>>(residual /
                                        (eps * size * static_cast<double>(a.shape().rows)));
}

template float norm(MatrixView<const float>, Norm);
template double norm(MatrixView<const double>, Norm);
template float norm(MatrixView<const c64>, Norm);
template double norm(MatrixView<const c128>, Norm);
template float scaled_residual(MatrixView<const float>, MatrixView<const float>,
                               MatrixView<const float>);
template double scaled_residual(MatrixView<const double>, MatrixView<const double>,
                                MatrixView<const double>);
template float scaled_residual(MatrixView<const c64>, MatrixView<const c64>, MatrixView<const c64>);
template double scaled_residual(MatrixView<const c128>, MatrixView<const c128>,
                                MatrixView<const c128>);

}  // namespace ashlar::detail
