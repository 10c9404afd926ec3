// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/replicate.hpp>

#include <ashlar/mpi/check.hpp>

#include "local_storage.hpp"
#include "mpi/collective_call.hpp"

namespace ashlar::detail {

template <Element T>
ReplicatedMatrix<T> copies_in(mpi::CommunicatorView comm, Shape shape, const LocalView<T>& mine) {
  const mpi::CollectiveCall call(comm, "gather_all or scatter_all", mpi::same("the shape", shape),
                                 mpi::same("the element type", dtype_of<T>()));
  const mpi::Context& context = mpi::Context::of(comm);
  const LocalStorage storage = mpi::together(context.comm(), [&] {
    expect(Shape{mine.rows, mine.cols} == shape, "gather_all or scatter_all: the matrix is ",
           shape.rows, "x", shape.cols, ", but the memory of rank ", context.rank(), " is ",
           mine.rows, "x", mine.cols);
    return storage_of(mine, "gather_all or scatter_all");
  });
  const Layout whole(
      {.shape = shape, .block = {std::max<Index>(1, shape.rows), std::max<Index>(1, shape.cols)}});
  return ReplicatedMatrix<T>::wrap(comm, whole, Copies(context.size(), 1), mine.data, storage.ld,
                                   storage.order);
}

template ReplicatedMatrix<float> copies_in(mpi::CommunicatorView, Shape, const LocalView<float>&);
template ReplicatedMatrix<double> copies_in(mpi::CommunicatorView, Shape, const LocalView<double>&);
template ReplicatedMatrix<c64> copies_in(mpi::CommunicatorView, Shape, const LocalView<c64>&);
template ReplicatedMatrix<c128> copies_in(mpi::CommunicatorView, Shape, const LocalView<c128>&);
template ReplicatedMatrix<std::int8_t> copies_in(mpi::CommunicatorView, Shape,
                                                 const LocalView<std::int8_t>&);
template ReplicatedMatrix<std::int16_t> copies_in(mpi::CommunicatorView, Shape,
                                                  const LocalView<std::int16_t>&);
template ReplicatedMatrix<std::int32_t> copies_in(mpi::CommunicatorView, Shape,
                                                  const LocalView<std::int32_t>&);
template ReplicatedMatrix<std::int64_t> copies_in(mpi::CommunicatorView, Shape,
                                                  const LocalView<std::int64_t>&);
template ReplicatedMatrix<std::uint8_t> copies_in(mpi::CommunicatorView, Shape,
                                                  const LocalView<std::uint8_t>&);
template ReplicatedMatrix<std::uint16_t> copies_in(mpi::CommunicatorView, Shape,
                                                   const LocalView<std::uint16_t>&);
template ReplicatedMatrix<std::uint32_t> copies_in(mpi::CommunicatorView, Shape,
                                                   const LocalView<std::uint32_t>&);
template ReplicatedMatrix<std::uint64_t> copies_in(mpi::CommunicatorView, Shape,
                                                   const LocalView<std::uint64_t>&);

}  // namespace ashlar::detail
