// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/low_rank.hpp>

#include <cmath>

#include <ashlar/move/copy.hpp>

#include "base/instantiate.hpp"
#include "linalg/operand.hpp"
#include "linalg/same_options.hpp"
#include "truncate.hpp"

namespace ashlar::detail {
namespace {

// tail[k] = sqrt(s[k]^2 + s[k + 1]^2 + ...), without overflow on the way; tail has one more.
template <class R>
std::vector<double> tails(const std::vector<R>& s) {
  std::vector<double> tail(s.size() + 1);
  for (std::size_t k = s.size(); k-- > 0;)
    tail[k] = std::hypot(tail[k + 1], static_cast<double>(s[k]));
  return tail;
}

}  // namespace

template <Scalar T>
LowRank<T> low_rank(MatrixView<const T> a, const LowRankOptions& options) {
  const mpi::CollectiveCall call(a.comm(), "low_rank", mpi::same("A", a),
                                 mpi::same("the options", options));
  expect(options.max_rank >= 0, "low_rank: max_rank is ", options.max_rank,
         "; it must be 0 or more");
  expect(options.tolerance >= 0, "low_rank: tolerance is ", options.tolerance,
         "; it must be a number of 0 or more");
  Svd<T> svd = ashlar::svd(a, {.vectors = SvdVectors::Thin, .how = options.how});
  const std::vector<double> tail = tails(svd.values);
  std::size_t k = 0;
  while (k < svd.values.size() && static_cast<Index>(k) < options.max_rank &&
         tail[k] > options.tolerance * tail[0])
    ++k;

  LowRank<T> result;
  result.error2 = k < svd.values.size() ? static_cast<double>(svd.values[k]) : 0;
  result.error_frobenius = tail[k];
  svd.values.resize(k);
  scale_columns(svd.u, svd.values);
  const Index rank = static_cast<Index>(k);
  const auto [m, n] = a.shape();
  result.left = redistribute(first_columns(svd.u, rank), svd.u.layout().with_shape({m, rank}));
  result.right = redistribute(first_rows(svd.vh, rank), svd.vh.layout().with_shape({rank, n}));
  result.values = std::move(svd.values);
  return result;
}

#define ASHLAR_INSTANTIATE(T) \
  template LowRank<T> low_rank(MatrixView<const T>, const LowRankOptions&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
