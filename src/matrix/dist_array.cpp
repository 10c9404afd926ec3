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

template <Element T>
DistArray<T>::DistArray(Unbound, mpi::CommunicatorView comm, const Distribution& distribution)
    : comm_(comm), distribution_(distribution) {
  expect(!comm.is_null(), "DistArray: the communicator is null; only its members make an array");
  expect(distribution.nprocs() <= comm.size(), "DistArray: the distribution has ",
         distribution.nprocs(), " processes, but the communicator has only ", comm.size(),
         " ranks");
  // So that too large an array is the same error on every rank.
  checked_product(distribution.count(), sizeof(T), "DistArray: bytes of all elements");
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

template <Element T>
DistArray<T>::DistArray(mpi::CommunicatorView comm, const Distribution& distribution,
                        StorageOptions options) {
  const mpi::CollectiveCall call(comm, "DistArray", mpi::same("the distribution", distribution),
                                 mpi::same("the element type", dtype_of<T>()),
                                 mpi::same("the kind of storage", options.kind));
  detail::expect_no_order("DistArray", "an array has that of its distribution", options);
  DistArray(Unbound{}, comm, distribution).swap(*this);
  storage_ = detail::own_memory(comm, static_cast<Index>(local_.size_bytes()), options);
  kind_ = options.kind;
  local_ = {static_cast<T*>(storage_.data()), local_.size()};
  number_ = mpi::Context::of(comm).next_number();
}

template <Element T>
DistArray<T>::DistArray(const DistArray& other) {
  if (other.comm_.is_null()) return;
  const mpi::CollectiveCall call(other.comm_, "copy of a DistArray",
                                 mpi::same("the source", *other.distribution_));
  *this = DistArray(other.comm_, *other.distribution_,
                    {.init = Init::Uninitialized, .kind = other.kind_});
  if (!local_.empty()) std::memcpy(local_.data(), other.local_.data(), local_.size_bytes());
}

template <Element T>
void DistArray<T>::swap(DistArray& other) noexcept {
  std::swap(comm_, other.comm_);
  std::swap(distribution_, other.distribution_);
  std::swap(coords_, other.coords_);
  std::swap(extents_, other.extents_);
  std::swap(strides_, other.strides_);
  std::swap(storage_, other.storage_);
  std::swap(local_, other.local_);
  std::swap(kind_, other.kind_);
  std::swap(number_, other.number_);
}

template <Element T>
DistArray<T> DistArray<T>::wrap(mpi::CommunicatorView comm, const Distribution& distribution,
                                T* local) {
  const mpi::CollectiveCall call(comm, "DistArray::wrap",
                                 mpi::same("the distribution", distribution),
                                 mpi::same("the element type", dtype_of<T>()));
  DistArray result(Unbound{}, comm, distribution);
  mpi::together(mpi::Context::of(comm).comm(), [&] { check_wrapped(local, result.local_.size()); });
  if (!result.local_.empty()) result.local_ = {local, result.local_.size()};
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

template <Element T>
T* DistArray<T>::find(std::span<const Index> indices) {
  return const_cast<T*>(std::as_const(*this).find(indices));
}

template <Element T>
const T* DistArray<T>::find(std::span<const Index> indices) const {
  const auto& axes = distribution_->axes();
  expect(indices.size() == axes.size(), "DistArray::find: ", indices.size(),
         " indices were given for an array of ", axes.size(), " dimensions");
  for (std::size_t d = 0; d < axes.size(); ++d)
    expect(0 <= indices[d] && indices[d] < axes[d].extent, "DistArray::find: index ", indices[d],
           " along dimension ", d, " is outside 0:", axes[d].extent);
  if (distribution_->owner_rank(indices) != comm_.rank()) return nullptr;
  return local_.data() + distribution_->local_offset_of(indices);
}

template <Element T>
void DistArray<T>::fill(T value) {
  std::fill(local_.begin(), local_.end(), value);
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
