// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/norm2_estimate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <ashlar/base/expect.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemv.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/random.hpp>

#include "base/instantiate.hpp"
#include "same_options.hpp"

namespace ashlar::detail {
namespace {

template <Scalar T>
DistMatrix<T> column(const MatrixView<const T>& a, Index rows) {
  const int count = a.layout().grid().rows;
  return DistMatrix<T>(a.comm(),
                       Layout({.shape = {rows, 1}, .block = {64, 1}, .grid = {count, 1}}));
}

// Makes |x| = length and returns what it was.
template <Scalar T>
double resize(DistMatrix<T>& x, ashlar::RealOf<T> length) {
  const ashlar::RealOf<T> size = norm(x, Norm::Frobenius);
  if (size > 0) scale(x, T(1 / size));
  if (length != 1) scale(x, T(length));
  return static_cast<double>(size);
}

// The length of vectors for which no product with a matrix of such elements overflows or vanishes.
template <class R>
R safe_length(R largest) {
  const R far = std::sqrt(std::sqrt(std::numeric_limits<R>::max()));
  return largest > far ? 1 / far / far : largest < 1 / far ? far * far : R(1);
}

}  // namespace

template <Scalar T>
Norm2Estimate norm2_estimate(const MatrixView<const T>& a, const Norm2Options& options) {
  const mpi::CollectiveCall call(a.comm(), "norm2_estimate", mpi::same("A", a),
                                 mpi::same("the options", options));
  expect(options.tolerance >= 0 && options.max_iterations >= 1, "norm2_estimate: tolerance ",
         options.tolerance, " and max_iterations ", options.max_iterations,
         "; they must be 0 or more, and 1 or more");
  Norm2Estimate result;
  const auto largest = max_abs(a);
  if (largest == 0 || !std::isfinite(largest)) {
    result.value = static_cast<double>(largest);
    return result;
  }
  const ashlar::RealOf<T> length = safe_length(largest);
  DistMatrix<T> x = column(a, a.shape().cols), y = column(a, a.shape().rows);
  x.fill_with(Normal<T>(options.seed));
  resize(x, length);
  result.has_converged = false;
  double found = 0;
  while (result.iterations < options.max_iterations && !result.has_converged) {
    ++result.iterations;
    gemv(a, x, y);
    if (resize(y, length) == 0) break;
    gemv(a, y, x, {.op = Op::ConjTrans});
    const double next = resize(x, length);
    result.has_converged = next - found <= options.tolerance * next;
    found = std::max(found, next);
  }
  result.value = found / static_cast<double>(length);
  return result;
}

#define ASHLAR_INSTANTIATE(T) \
  template Norm2Estimate norm2_estimate(const MatrixView<const T>&, const Norm2Options&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
