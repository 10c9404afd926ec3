// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/detail/any_dist_array.hpp>

#include <cstring>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "local_storage.hpp"
#include "same_placement.hpp"

namespace ashlar::detail {
namespace {

void check_wrapped(const std::byte* local, Index count, ElementType element) {
  expect(count == 0 || local != nullptr, "DistArray::wrap: the pointer is null, but this rank has ",
         counted(count, "element"));
  expect(count == 0 || is_aligned(local, element),
         "DistArray::wrap: the pointer is not aligned to ", counted(element.alignment(), "byte"),
         " as the element type requires");
}

}  // namespace

AnyDistArray::AnyDistArray(Unbound, mpi::CommunicatorView comm, const Distribution& given,
                           ElementType type)
    : element(type), distribution(given), local(placeholder()) {
  expect(!comm.is_null(), "DistArray: the communicator is null; only its members make an array");
  expect(given.nprocs() <= comm.size(), "DistArray: the distribution has ",
         counted(given.nprocs(), "process", "processes"), ", but the communicator has only ",
         counted(comm.size(), "rank"));
  // Overflow is the same error on every rank.
  checked_product(given.count(), element.size(), "DistArray: bytes of all elements");
  comm_ = mpi::detail::BoundCommunicator(comm);
  const int rank = comm.rank();
  const auto ndims = static_cast<std::size_t>(given.ndims());
  if (rank < given.nprocs()) {
    coords = given.coords_of(rank);
    extents = given.local_extents(rank);
    strides = given.local_strides(rank);
    count = given.local_count(rank);
  } else {
    extents.assign(ndims, 0);
    strides.assign(ndims, 1);
  }
}

void AnyDistArray::swap(AnyDistArray& other) noexcept {
  StoredObject::swap(other);
  std::swap(element, other.element);
  std::swap(distribution, other.distribution);
  std::swap(coords, other.coords);
  std::swap(extents, other.extents);
  std::swap(strides, other.strides);
  std::swap(local, other.local);
  std::swap(count, other.count);
}

AnyDistArray AnyDistArray::make(mpi::CommunicatorView comm, const Distribution& distribution,
                                const StorageOptions& options, ElementType element) {
  const mpi::CollectiveCall call(comm, "DistArray", mpi::same("the distribution", distribution),
                                 mpi::same("the element type", element),
                                 mpi::same("the kind of storage", options.kind));
  expect_no_order("DistArray", "an array has that of its distribution", options);
  AnyDistArray result(Unbound{}, comm, distribution, element);
  result.storage_ = local_storage(comm, result.count * element.size(), options);
  result.kind_ = options.kind;
  result.local = static_cast<std::byte*>(result.storage_.data());
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

AnyDistArray AnyDistArray::copy() const {
  const mpi::CommunicatorView comm = this->comm();
  if (comm.is_null()) return AnyDistArray(element);
  const mpi::CollectiveCall call(comm, "DistArray::copy", mpi::same("the source", *distribution));
  AnyDistArray result =
      make(comm, *distribution, {.init = Init::Uninitialized, .kind = kind_}, element);
  if (count > 0) std::memcpy(result.local, local, local_bytes());
  return result;
}

AnyDistArray AnyDistArray::wrap(mpi::CommunicatorView comm, const Distribution& distribution,
                                std::byte* local, ElementType element) {
  const mpi::CollectiveCall call(comm, "DistArray::wrap",
                                 mpi::same("the distribution", distribution),
                                 mpi::same("the element type", element));
  AnyDistArray result(Unbound{}, comm, distribution, element);
  mpi::together(mpi::Context::of(comm).comm(),
                [&] { check_wrapped(local, result.count, element); });
  if (result.count > 0) result.local = local;
  result.number_ = mpi::Context::of(comm).next_number();
  return result;
}

}  // namespace ashlar::detail
