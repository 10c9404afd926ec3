// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/norm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "base/modulus.hpp"
#include "factor.hpp"
#include "local/lines.hpp"
#include "mpi/collectives.hpp"
#include "reduce.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

// The largest value of all ranks; NaN if any is, which MPI_MAX does not guarantee.
double largest(mpi::CommunicatorView comm, const std::vector<double>& values) {
  double found[2] = {0, 0};  // largest number; 1 for NaN
  for (double x : values) {
    found[0] = std::max(found[0], x);  // unchanged for NaN
    if (std::isnan(x)) found[1] = 1;
  }
  mpi::all_reduce(comm, std::span<double>(found), MPI_MAX);
  return found[1] != 0 ? std::numeric_limits<double>::quiet_NaN() : found[0];
}

// Sums of absolute values by columns, in memory order.
template <class T>
std::vector<double> column_sums(const LocalView<const T>& a) {
  std::vector<double> sums(static_cast<std::size_t>(a.cols), 0.0);
  if (a.is_column_major()) {
    for (Index j = 0; j < a.cols; ++j)
      sums[static_cast<std::size_t>(j)] =
          local::sum_of<double>(a.rows, [line = a.at(0, j)](Index i) { return modulus(line[i]); });
  } else {
    for (Index i = 0; i < a.rows; ++i)
      for (Index j = 0; j < a.cols; ++j) sums[static_cast<std::size_t>(j)] += modulus(a(i, j));
  }
  return sums;
}

template <Scalar T>
double one_or_inf(MatrixView<const T> a, Norm kind) {
  mpi::Context& context = mpi::Context::of(a.comm());
  const auto& grid = context.grid_communicators(a.layout().ranks());
  const LocalView<const T> local = a.local();
  std::vector<double> sums;
  if (a.matrix().coord()) {
    sums = column_sums(kind == Norm::One ? local : local.transposed());
    sum_over((kind == Norm::One ? grid.col : grid.row).native(), sums.data(), std::ssize(sums));
  }
  return largest(context.comm(), sums);
}

template <Scalar T>
double sum_of_squares(const LocalView<const T>& a, double scale) {
  constexpr Index run = 512;  // terms per update of the error
  const LocalView<const T> memory = local::along_memory(a);
  local::LongSum<double> sum;
  for (Index j = 0; j < memory.cols; ++j)
    for (Index i = 0; i < memory.rows; i += run)
      sum.add(local::sum_of<double>(std::min(run, memory.rows - i),
                                    [scale, line = memory.at(i, j)](Index k) {
                                      const auto x = scale * SumOf<T>(line[k]);
                                      if constexpr (is_complex<T>)
                                        return x.real() * x.real() + x.imag() * x.imag();
                                      else return x * x;
                                    }));
  return sum.value();
}

// Scaled by a power of two if squares could overflow or underflow.
template <Scalar T>
double frobenius(MatrixView<const T> a) {
  const double size = static_cast<double>(max_abs(a));
  if (size == 0 || !std::isfinite(size)) return size;
  const bool is_safe = 1e-120 < size && size < 1e120;
  const double scale = is_safe ? 1 : std::ldexp(1.0, std::min(-std::ilogb(size), 1000));
  const double sum = sum_of_all(a.comm(), sum_of_squares(a.local(), scale));
  return std::sqrt(sum) / scale;
}

}  // namespace

template <Scalar T>
ashlar::RealOf<T> norm(MatrixView<const T> a, Norm kind) {
  const mpi::CollectiveCall call(a.comm(), "norm", mpi::same("A", a), mpi::same("the norm", kind));
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
  const mpi::CollectiveCall call(a.comm(), "scaled_residual", mpi::same("A", a), mpi::same("X", x),
                                 mpi::same("B", b));
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

#define ASHLAR_INSTANTIATE(T)                                                          \
  template ashlar::RealOf<T> norm(MatrixView<const T>, Norm);                          \
  template ashlar::RealOf<T> scaled_residual(MatrixView<const T>, MatrixView<const T>, \
                                             MatrixView<const T>);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
