// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/dist_array.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/expect.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "own_memory.hpp"
#include "same_placement.hpp"

namespace ashlar {
namespace {

template <class T>
void check_wrapped(const T* local, std::size_t count) {
  expect(count == 0 || local != nullptr, "DistArray::wrap: the pointer is null, but this rank has ",
         count, " elements");
  expect(count == 0 || reinterpret_cast<std::uintptr_t>(local) % alignof(T) == 0,
         "DistArray::wrap: the pointer is not aligned to ", alignof(T),
         " bytes as the element type wants");
}

}  // namespace

template <class T>
DistArray<T>::DistArray(Unbound, mpi::CommunicatorView comm, const Distribution& distribution)
    : distribution_(distribution) {
  expect(!comm.is_null(), "DistArray: the communicator is null; only its members make an array");
  expect(distribution.nprocs() <= comm.size(), "DistArray: the distribution has ",
         distribution.nprocs(), " processes, but the communicator has only ", comm.size(),
         " ranks");
  // So that too large an array is the same error on every rank.
  checked_product(distribution.count(), sizeof(T), "DistArray: bytes of all elements");
  comm_ = mpi::BoundCommunicator(comm);
  const int rank = comm.rank();
  const auto ndims = static_cast<std::size_t>(distribution.ndims());
  std::size_t count = 0;
  if (rank < distribution.nprocs()) {
    coords_ = distribution.coords_of(rank);
    extents_ = distribution.local_extents(rank);
    strides_ = distribution.local_strides(rank);
    count = static_cast<std::size_t>(distribution.local_count(rank));
  } else {
    extents_.assign(ndims, 0);
    strides_.assign(ndims, 1);
  }
  local_ = {detail::placeholder<T>(), count};
}

template <class T>
DistArray<T> DistArray<T>::make(mpi::CommunicatorView comm, const Distribution& distribution,
                                const StorageOptions& options) {
  const mpi::CollectiveCall call(comm, "DistArray", mpi::same("the distribution", distribution),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the kind of storage", options.kind));
  detail::expect_no_order("DistArray", "an array has that of its distribution", options);
  DistArray result(Unbound{}, comm, distribution);
  result.storage_ =
      detail::own_memory(comm, static_cast<Index>(result.local_.size_bytes()), options);
  result.kind_ = options.kind;
  result.local_ = {static_cast<T*>(result.storage_.data()), result.local_.size()};
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

template <class T>
DistArray<T> DistArray<T>::make_copy() const {
  const mpi::CommunicatorView comm = this->comm();
  if (comm.is_null()) return {};
  const mpi::CollectiveCall call(comm, "DistArray::copy", mpi::same("the source", *distribution_));
  DistArray result(comm, *distribution_, {.init = Init::Uninitialized, .kind = kind_});
  if (!local_.empty()) std::memcpy(result.local_.data(), local_.data(), local_.size_bytes());
  return result;
}

template <class T>
DistArray<T> DistArray<T>::make_wrapped(mpi::CommunicatorView comm,
                                        const Distribution& distribution, T* local) {
  const mpi::CollectiveCall call(comm, "DistArray::wrap",
                                 mpi::same("the distribution", distribution),
                                 mpi::same("the element type", dtype_of<T>()));
  DistArray result(Unbound{}, comm, distribution);
  mpi::together(mpi::Context::of(comm).comm(), [&] { check_wrapped(local, result.local_.size()); });
  if (!result.local_.empty()) result.local_ = {local, result.local_.size()};
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

template class DistArray<float>;
template class DistArray<double>;
template class DistArray<c64>;
template class DistArray<c128>;
template class DistArray<std::int8_t>;
template class DistArray<std::int16_t>;
template class DistArray<std::int32_t>;
template class DistArray<std::int64_t>;
template class DistArray<std::uint8_t>;
template class DistArray<std::uint16_t>;
template class DistArray<std::uint32_t>;
template class DistArray<std::uint64_t>;

}  // namespace ashlar
