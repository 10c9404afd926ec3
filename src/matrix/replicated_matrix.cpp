// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/replicated_matrix.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <ashlar/base/expect.hpp>

#include "own_memory.hpp"
#include "same_placement.hpp"

namespace ashlar {

Layout layout_of_replica(const Layout& layout, const Replicas& replicas, int number) {
  expect(number >= 0 && number < replicas.count(), "replica ", number,
         " of a replicated matrix was asked for, but there are ", replicas.count());
  const GridShape grid = layout.grid();
  std::vector<int> ranks;
  for (int row = 0; row < grid.rows; ++row)
    for (int col = 0; col < grid.cols; ++col)
      ranks.push_back(replicas.rank_of(number, layout.ranks().rank_of({row, col})));
  return {layout.rows(), layout.cols(), RankMap(grid, GridOrder::Row, std::move(ranks))};
}

Layout detail::whole_layout(Shape shape) {
  const Block whole{std::max<Index>(1, shape.rows), std::max<Index>(1, shape.cols)};
  return Layout({.shape = shape, .block = whole, .grid = {1, 1}});
}

template <class T>
ReplicatedMatrix<T>::ReplicatedMatrix(mpi::CommunicatorView comm, const Placement& placement)
    : placement_(placement) {
  expect(!comm.is_null(),
         "ReplicatedMatrix: the communicator is null; only its members make a matrix");
  expect(placement.required_size() <= comm.size(),
         "ReplicatedMatrix: the replicas lie on ranks up to ", placement.required_size() - 1,
         ", but the communicator has only ", comm.size(), " ranks");
  const Index members =
      placement.replicas().group_size() > 0 ? placement.replicas().group_size() : comm.size();
  detail::expect_grid("ReplicatedMatrix", *placement.layout(), members);
  seat_ = placement.replicas().seat_of(comm.rank());
}

template <class T>
ReplicatedMatrix<T> ReplicatedMatrix<T>::make(mpi::CommunicatorView comm,
                                              const Placement& placement,
                                              const StorageOptions& options) {
  const mpi::CollectiveCall call(
      comm, "ReplicatedMatrix", mpi::same("the layout", *placement.layout()),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", dtype_of<T>()),
      mpi::same("the kind of storage", options.kind));
  ReplicatedMatrix result(comm, placement);
  // A rank without a replica is idle in any of them.
  result.mine_ = DistMatrix<T>(
      comm,
      layout_of_replica(result.layout(), result.replicas(), result.replica_number().value_or(0)),
      options);
  return result;
}

template <class T>
ReplicatedMatrix<T> ReplicatedMatrix<T>::make_wrapped(mpi::CommunicatorView comm,
                                                      const Placement& placement,
                                                      const LocalBlock<T>& local) {
  const mpi::CollectiveCall call(
      comm, "ReplicatedMatrix::wrap", mpi::same("the layout", *placement.layout()),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", dtype_of<T>()),
      mpi::same("the storage order", local.order));
  ReplicatedMatrix result(comm, placement);
  const int number = result.replica_number().value_or(0);
  result.mine_ = DistMatrix<T>::wrap(
      comm, layout_of_replica(result.layout(), result.replicas(), number), local);
  return result;
}

template <class T>
ReplicatedMatrix<T> ReplicatedMatrix<T>::make_copy() const {
  if (comm().is_null()) return {};
  const mpi::CollectiveCall call(comm(), "ReplicatedMatrix::copy",
                                 mpi::same("the source", placement_));
  ReplicatedMatrix result(comm(), placement_);
  result.mine_ = mine_.copy();
  return result;
}

template <class T>
DistMatrix<T> ReplicatedMatrix<T>::make_replica(int number) {
  const mpi::CollectiveCall call(comm(), "ReplicatedMatrix::replica",
                                 mpi::same("the matrix", placement_),
                                 mpi::same("the number", number));
  const Layout layout = layout_of_replica(this->layout(), replicas(), number);
  const bool is_mine = replica_number() == number;
  return DistMatrix<T>::wrap(
      comm(), layout,
      {is_mine ? mine_.local().data : nullptr, is_mine ? mine_.lld() : 1, mine_.storage_order()});
}

template class ReplicatedMatrix<float>;
template class ReplicatedMatrix<double>;
template class ReplicatedMatrix<c64>;
template class ReplicatedMatrix<c128>;
template class ReplicatedMatrix<std::int8_t>;
template class ReplicatedMatrix<std::int16_t>;
template class ReplicatedMatrix<std::int32_t>;
template class ReplicatedMatrix<std::int64_t>;
template class ReplicatedMatrix<std::uint8_t>;
template class ReplicatedMatrix<std::uint16_t>;
template class ReplicatedMatrix<std::uint32_t>;
template class ReplicatedMatrix<std::uint64_t>;

}  // namespace ashlar
