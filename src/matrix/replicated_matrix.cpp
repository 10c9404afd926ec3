// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/replicated_matrix.hpp>

#include <utility>
#include <vector>

#include <ashlar/base/expect.hpp>

#include "same_placement.hpp"

namespace ashlar {

Layout layout_of_copy(const Layout& layout, const Copies& copies, int number) {
  expect(number >= 0 && number < copies.count(), "copy ", number,
         " of a replicated matrix was asked for, but there are ", copies.count());
  const GridShape grid = layout.grid();
  std::vector<int> ranks;
  for (int row = 0; row < grid.rows; ++row)
    for (int col = 0; col < grid.cols; ++col)
      ranks.push_back(copies.rank_of(number, layout.ranks().rank_of({row, col})));
  return {layout.rows(), layout.cols(), RankMap(grid, GridOrder::Row, std::move(ranks))};
}

template <Element T>
ReplicatedMatrix<T>::ReplicatedMatrix(mpi::CommunicatorView comm, const Placement& placement)
    : placement_(placement) {
  expect(!comm.is_null(),
         "ReplicatedMatrix: the communicator is null; only its members make a matrix");
  expect(placement.required_size() <= comm.size(),
         "ReplicatedMatrix: the copies lie on ranks up to ", placement.required_size() - 1,
         ", but the communicator has only ", comm.size(), " ranks");
  seat_ = placement.copies().seat_of(comm.rank());
}

template <Element T>
ReplicatedMatrix<T>::ReplicatedMatrix(mpi::CommunicatorView comm, const Layout& layout,
                                      const Copies& copies, StorageOptions options) {
  const mpi::CollectiveCall call(
      comm, "ReplicatedMatrix", mpi::same("the layout", layout), mpi::same("the copies", copies),
      mpi::same("the element type", dtype_of<T>()), mpi::same("the kind of storage", options.kind));
  *this = ReplicatedMatrix(comm, Placement(layout, copies));
  // A rank without a copy is idle in any of them.
  mine_ = DistMatrix<T>(comm, layout_of_copy(layout, copies, copy_number().value_or(0)), options);
}

template <Element T>
ReplicatedMatrix<T> ReplicatedMatrix<T>::everywhere(mpi::CommunicatorView comm, Shape shape,
                                                    StorageOptions options) {
  const Block whole{std::max<Index>(1, shape.rows), std::max<Index>(1, shape.cols)};
  return {comm, Layout({.shape = shape, .block = whole}), Copies(comm.size(), 1), options};
}

template <Element T>
ReplicatedMatrix<T> ReplicatedMatrix<T>::wrap(mpi::CommunicatorView comm, const Layout& layout,
                                              const Copies& copies, T* local, Index ld,
                                              StorageOrder order) {
  const mpi::CollectiveCall call(comm, "ReplicatedMatrix::wrap", mpi::same("the layout", layout),
                                 mpi::same("the copies", copies),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the storage order", order));
  ReplicatedMatrix result(comm, Placement(layout, copies));
  const int number = result.copy_number().value_or(0);
  result.mine_ =
      DistMatrix<T>::wrap(comm, layout_of_copy(layout, copies, number), local, ld, order);
  return result;
}

template <Element T>
DistMatrix<T> ReplicatedMatrix<T>::copy(int number) {
  const mpi::CollectiveCall call(comm(), "ReplicatedMatrix::copy",
                                 mpi::same("the matrix", placement_),
                                 mpi::same("the number", number));
  const Layout layout = layout_of_copy(this->layout(), copies(), number);
  const bool is_mine = copy_number() == number;
  return DistMatrix<T>::wrap(comm(), layout, is_mine ? mine_.local().data : nullptr,
                             is_mine ? mine_.lld() : 1, mine_.storage_order());
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
