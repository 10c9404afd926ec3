// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <utility>

#include <ashlar/move/copy.hpp>

#include "factor.hpp"
#include "one_rank.hpp"
#include "solve_method.hpp"

namespace ashlar::detail {

/// Solves on rank 0 if that is fastest; A and B are gathered in one exchange. Returns nullopt if
/// the system cannot be solved or notes or a report are requested; the caller then takes the
/// general path.
template <Scalar T, class Method>
std::optional<DistMatrix<T>> solved_by_one_rank(const Method& method, MatrixView<const T> a,
                                                MatrixView<const T> b,
                                                const LinalgOptions& options) {
  const mpi::CommunicatorView comm = a.comm();
  if (options.note || options.report || a.rows() != a.cols() || b.shape().empty())
    return std::nullopt;
  const LayoutAdvice advice =
      layout_for(Method::routine, a.shape(), machine_of(comm), options.algorithm);
  if (advice.algorithm != Algorithm::OneRank) return std::nullopt;
  DistMatrix<T> factor(comm, advice.layout, {.init = Init::Uninitialized});
  DistMatrix<T> x(comm, on_rank_zero(b.shape()), {.init = Init::Uninitialized});
  ashlar::copy_all({CopyTask(a, factor, method.to_one_rank()), CopyTask(b, x)});
  const bool is_solved = by_rank_zero(comm, [&] {
    return is_finite<T>(tile_of(x)) && method.template solve_here<T>(tile_of(factor), tile_of(x));
  });
  if (!is_solved) return std::nullopt;
  return brought_back(std::move(x), b);
}

}  // namespace ashlar::detail
