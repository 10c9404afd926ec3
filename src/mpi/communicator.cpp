// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/communicator.hpp>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "expect_running.hpp"
#include "wait_in.hpp"

namespace ashlar::mpi {

int detail::CommunicatorTraits::free(Native* comm) noexcept {
  return wait_for("MPI_Comm_free", *comm, {}, [&] { return MPI_Comm_free(comm); });
}

int CommunicatorView::rank() const {
  expect(!is_null(),
         "communicator: the null communicator has no ranks; pass one that this rank belongs to");
  expect_running();
  int rank = 0;
  check(MPI_Comm_rank(native_, &rank), "MPI_Comm_rank");
  return rank;
}

int CommunicatorView::size() const {
  expect(!is_null(),
         "communicator: the null communicator has no size; pass one that this rank belongs to");
  expect_running();
  int size = 0;
  check(MPI_Comm_size(native_, &size), "MPI_Comm_size");
  return size;
}

void CommunicatorView::barrier() const {
  wait_in("MPI_Barrier", *this, [&] { return MPI_Barrier(native_); });
}

Communicator Communicator::adopt(MPI_Comm comm) {
  Communicator result(comm);
  if (!result.is_null())
    check(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  return result;
}

Communicator Communicator::duplicate(CommunicatorView comm) {
  expect(!comm.is_null(), "communicator: the null communicator cannot be duplicated");
  expect_running();
  MPI_Comm copy = MPI_COMM_NULL;
  wait_in("MPI_Comm_dup", comm, [&] { return MPI_Comm_dup(comm.native(), &copy); });
  return adopt(copy);
}

Communicator Communicator::split(CommunicatorView comm, int color, int key) {
  expect(!comm.is_null(), "communicator: the null communicator cannot be split");
  expect_running();
  MPI_Comm part = MPI_COMM_NULL;
  wait_in("MPI_Comm_split", comm, [&] { return MPI_Comm_split(comm.native(), color, key, &part); });
  return adopt(part);
}

Communicator Communicator::split_shared(CommunicatorView comm) {
  expect(!comm.is_null(), "communicator: the null communicator cannot be split");
  expect_running();
  MPI_Comm node = MPI_COMM_NULL;
  wait_in("MPI_Comm_split_type", comm, [&] {
    return MPI_Comm_split_type(comm.native(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  });
  return adopt(node);
}

detail::BoundCommunicator::BoundCommunicator(CommunicatorView comm)
    : comm_(comm), is_released_(Context::of(comm).release_flag()) {}

detail::BoundCommunicator::BoundCommunicator(const detail::BoundCommunicator& other) = default;
detail::BoundCommunicator::BoundCommunicator(detail::BoundCommunicator&& other) noexcept = default;
detail::BoundCommunicator& detail::BoundCommunicator::operator=(
    const detail::BoundCommunicator& other) = default;
detail::BoundCommunicator& detail::BoundCommunicator::operator=(
    detail::BoundCommunicator&& other) noexcept = default;
detail::BoundCommunicator::~BoundCommunicator() = default;

void detail::BoundCommunicator::refuse() {
  throw ArgumentError(
      "the communicator of this matrix, array, grid or plan was freed; free a communicator after "
      "the last use of its objects");
}

}  // namespace ashlar::mpi
