// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/svd.hpp>

#include <algorithm>
#include <limits>
#include <vector>

#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "linalg/same_options.hpp"

namespace ashlar::detail {
namespace {

template <class R>
Index count_above(const std::vector<R>& values, double least) {
  return std::count_if(values.begin(), values.end(),
                       [&](R value) { return static_cast<double>(value) > least; });
}

// Number of descending `values` above rcond times the first. Without rcond, rounding errors near
// the limit depend on the number of ranks, so the cut is at the widest gap within a factor of 8 of
// it.
template <class R>
Index count_above(const std::vector<R>& values, Shape shape, const std::optional<double>& rcond) {
  if (values.empty()) return 0;
  const double largest = static_cast<double>(values.front());
  if (rcond) return count_above(values, *rcond * largest);
  constexpr double doubt = 8;
  const double limit = static_cast<double>(std::max(shape.rows, shape.cols)) *
                       static_cast<double>(std::numeric_limits<R>::epsilon()) * largest;
  const Index sure = count_above(values, doubt * limit), most = count_above(values, limit / doubt);
  if (sure == 0) return count_above(values, limit);  // all zero, or too long for a certain one
  Index best = sure;
  double widest = 0;
  for (Index k = sure; k <= most; ++k) {
    const double above = static_cast<double>(values[static_cast<std::size_t>(k - 1)]);
    const double below =
        k < most ? static_cast<double>(values[static_cast<std::size_t>(k)]) : limit / doubt;
    if (above / below <= widest) continue;
    widest = above / below;
    best = k;
  }
  return best;
}

void check(const std::optional<double>& rcond) {
  expect(!rcond || *rcond >= 0, "rcond is ", rcond.value_or(0), "; it must be 0 or more");
}

}  // namespace

template <Scalar T>
Index rank(MatrixView<const T> a, std::optional<double> rcond, const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "rank", mpi::same("A", a), mpi::same("rcond", rcond),
                                 mpi::same("the options", options));
  check(rcond);
  const auto values = singular_values(a, options);
  return count_above(values, a.shape(), rcond);
}

template <Scalar T>
DistMatrix<T> orthonormal_basis(MatrixView<const T> a, std::optional<double> rcond,
                                const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "orthonormal_basis", mpi::same("A", a),
                                 mpi::same("rcond", rcond), mpi::same("the options", options));
  check(rcond);
  const Svd<T> svd = ashlar::svd(a, SvdVectors::Thin, options);
  const Index k = count_above(svd.values, a.shape(), rcond);
  return redistribute(svd.u.view({0, svd.u.rows()}, {0, k}),
                      svd.u.layout().with_shape({a.shape().rows, k}));
}

template <Scalar T>
DistMatrix<T> null_space(MatrixView<const T> a, std::optional<double> rcond,
                         const LinalgOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "null_space", mpi::same("A", a),
                                 mpi::same("rcond", rcond), mpi::same("the options", options));
  check(rcond);
  const auto [m, n] = a.shape();
  // The thin V has all n columns unless the matrix is wide.
  const SvdVectors vectors = m < n ? SvdVectors::Full : SvdVectors::Thin;
  const Svd<T> svd = ashlar::svd(a, vectors, options);
  const Index k = count_above(svd.values, a.shape(), rcond);
  const Layout layout = svd.vh.layout().with_shape({n, n - k});
  return conj_transpose(svd.vh.view({k, n}, {0, n}), layout);
}

#define ASHLAR_INSTANTIATE(T)                                                            \
  template Index rank(MatrixView<const T>, std::optional<double>, const LinalgOptions&); \
  template DistMatrix<T> orthonormal_basis(MatrixView<const T>, std::optional<double>,   \
                                           const LinalgOptions&);                        \
  template DistMatrix<T> null_space(MatrixView<const T>, std::optional<double>,          \
                                    const LinalgOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
