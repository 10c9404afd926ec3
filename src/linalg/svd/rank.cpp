// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/rank.hpp>

#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "linalg/operand.hpp"
#include "linalg/same_options.hpp"
#include "truncate.hpp"

namespace ashlar::detail {
namespace {

void check(const RankOptions& options) {
  expect(!options.rcond || *options.rcond >= 0, "rcond is ", options.rcond.value_or(0),
         "; it must be 0 or more");
}

}  // namespace

template <Scalar T>
Index rank(MatrixView<const T> a, const RankOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "rank", mpi::same("A", a),
                                 mpi::same("the options", options));
  check(options);
  const auto values = singular_values(a, options.how);
  return count_above(values, a.shape(), options.rcond);
}

template <Scalar T>
DistMatrix<T> orthonormal_basis(MatrixView<const T> a, const RankOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "orthonormal_basis", mpi::same("A", a),
                                 mpi::same("the options", options));
  check(options);
  const Svd<T> svd = ashlar::svd(a, {.vectors = SvdVectors::Thin, .how = options.how});
  const Index k = count_above(svd.values, a.shape(), options.rcond);
  return redistribute(first_columns(svd.u, k), svd.u.layout().with_shape({a.shape().rows, k}));
}

template <Scalar T>
DistMatrix<T> null_space(MatrixView<const T> a, const RankOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "null_space", mpi::same("A", a),
                                 mpi::same("the options", options));
  check(options);
  const auto [m, n] = a.shape();
  // The thin V of a matrix that is not wide has all n columns.
  const SvdVectors vectors = m < n ? SvdVectors::Full : SvdVectors::Thin;
  const Svd<T> svd = ashlar::svd(a, {.vectors = vectors, .how = options.how});
  const Index k = count_above(svd.values, a.shape(), options.rcond);
  const Layout layout = svd.vh.layout().with_shape({n, n - k});
  return conj_transpose(svd.vh.view({k, n}, {0, n}), layout);
}

#define ASHLAR_INSTANTIATE(T)                                                        \
  template Index rank(MatrixView<const T>, const RankOptions&);                      \
  template DistMatrix<T> orthonormal_basis(MatrixView<const T>, const RankOptions&); \
  template DistMatrix<T> null_space(MatrixView<const T>, const RankOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
