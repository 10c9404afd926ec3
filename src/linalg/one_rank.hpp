// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iterator>
#include <type_traits>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "local/openblas.hpp"
#include "local/tile.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::detail {

inline Layout on_rank_zero(Shape shape) {
  return Layout({.shape = shape,
                 .block = {shape.rows > 0 ? shape.rows : 1, shape.cols > 0 ? shape.cols : 1},
                 .grid = {1, 1}});
}

/// @pre column-major local memory
template <Element T>
local::Tile<T> tile_of(DistMatrix<T>& a) {
  return {a.local().data, a.local_rows(), a.local_cols(), a.lld()};
}
template <Element T>
local::Tile<const T> tile_of(const DistMatrix<T>& a) {
  return {a.local().data, a.local_rows(), a.local_cols(), a.lld()};
}

/// Calls `f` on rank 0; its exception is that of all ranks.
/// @collective over `comm`
template <class F>
void call_on_rank_zero(mpi::CommunicatorView comm, F&& f) {
  const mpi::Context& context = mpi::Context::of(comm);
  mpi::together(context.comm(), [&] {
    const local::BlasThreads threads;
    if (context.rank() == 0) f();
  });
}

/// Calls `f` on rank 0; its result or exception is that of all ranks.
/// @collective over `comm`
/// @example int info = by_rank_zero(a.comm(), [&] { return local::getrf(tile_of(a), pivots); });
template <class F>
auto by_rank_zero(mpi::CommunicatorView comm, F&& f) {
  using Result = std::invoke_result_t<F&&>;
  static_assert(std::is_trivially_copyable_v<Result>, "the result travels as bytes");
  Result result{};
  call_on_rank_zero(comm, [&] { result = f(); });
  return mpi::broadcast(mpi::Context::of(comm).comm(), result, 0);
}

/// Broadcasts rank 0's `values`.
/// @pre equal sizes
/// @collective over `comm`
template <class V>
void broadcast(mpi::CommunicatorView comm, std::vector<V>& values) {
  mpi::broadcast(mpi::Context::of(comm).comm(), std::span<V>(values), 0);
}

}  // namespace ashlar::detail
