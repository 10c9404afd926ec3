// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/replicated_matrix.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>

#include "own_memory.hpp"
#include "same_placement.hpp"

namespace ashlar {

Layout detail::layout_of_replica(const Layout& layout, const Replicas& replicas, int number) {
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

namespace detail {
namespace {

/// Checks the placement; returns this rank's seat.
std::optional<Replicas::Seat> seat_in(mpi::CommunicatorView comm, const Placement& placement) {
  expect(!comm.is_null(),
         "ReplicatedMatrix: the communicator is null; only its members make a matrix");
  expect(placement.required_size() <= comm.size(),
         "ReplicatedMatrix: the replicas lie on ranks up to ", placement.required_size() - 1,
         ", but the communicator has only ", detail::counted(comm.size(), "rank"));
  const Index members =
      placement.replicas().group_size() > 0 ? placement.replicas().group_size() : comm.size();
  expect_grid("ReplicatedMatrix", *placement.layout(), members);
  return placement.replicas().seat_of(comm.rank());
}

/// Layout of the seat's replica. A rank without a seat is idle in every replica.
Layout layout_of_seat(const Placement& placement, const std::optional<Replicas::Seat>& seat) {
  return layout_of_replica(*placement.layout(), placement.replicas(), seat ? seat->replica : 0);
}

}  // namespace

AnyReplicatedMatrix AnyReplicatedMatrix::make(mpi::CommunicatorView comm,
                                              const Placement& placement,
                                              const StorageOptions& options, ElementType element) {
  const mpi::CollectiveCall call(
      comm, "ReplicatedMatrix", mpi::same("the layout", *placement.layout()),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", element),
      mpi::same("the kind of storage", options.kind));
  const auto seat = seat_in(comm, placement);
  return {placement, seat,
          AnyDistMatrix::make(comm, layout_of_seat(placement, seat), options, element)};
}

AnyReplicatedMatrix AnyReplicatedMatrix::wrap(mpi::CommunicatorView comm,
                                              const Placement& placement,
                                              const LocalBlock<std::byte>& local,
                                              ElementType element) {
  const mpi::CollectiveCall call(
      comm, "ReplicatedMatrix::wrap", mpi::same("the layout", *placement.layout()),
      mpi::same("the replicas", placement.replicas()), mpi::same("the element type", element),
      mpi::same("the storage order", local.order));
  const auto seat = seat_in(comm, placement);
  return {placement, seat,
          AnyDistMatrix::wrap(comm, layout_of_seat(placement, seat), local, element)};
}

AnyReplicatedMatrix AnyReplicatedMatrix::copy() const {
  if (mine.comm().is_null()) return {placement, seat, AnyDistMatrix(mine.element)};
  const mpi::CollectiveCall call(mine.comm(), "ReplicatedMatrix::copy",
                                 mpi::same("the source", placement));
  return {placement, seat, mine.copy()};
}

AnyDistMatrix AnyReplicatedMatrix::replica(int number) const {
  const mpi::CollectiveCall call(mine.comm(), "ReplicatedMatrix::replica",
                                 mpi::same("the matrix", placement),
                                 mpi::same("the number", number));
  const Layout layout = layout_of_replica(*placement.layout(), placement.replicas(), number);
  const bool is_mine = seat && seat->replica == number;
  return AnyDistMatrix::wrap(
      mine.comm(), layout,
      {is_mine ? mine.local.data : nullptr, is_mine ? mine.ld() : 1, mine.order}, mine.element);
}

}  // namespace detail
}  // namespace ashlar
