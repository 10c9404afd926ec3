// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/communicator.hpp>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::mpi {

BoundCommunicator::BoundCommunicator(CommunicatorView comm)
    : comm_(comm), is_released_(Context::of(comm).release_flag()) {}

BoundCommunicator::BoundCommunicator(const BoundCommunicator& other) = default;
BoundCommunicator::BoundCommunicator(BoundCommunicator&& other) noexcept = default;
BoundCommunicator& BoundCommunicator::operator=(const BoundCommunicator& other) = default;
BoundCommunicator& BoundCommunicator::operator=(BoundCommunicator&& other) noexcept = default;
BoundCommunicator::~BoundCommunicator() = default;

void BoundCommunicator::refuse() {
  throw ArgumentError(
      "the communicator of this matrix, array, grid or plan was freed; free a communicator after "
      "the last use of its objects");
}

}  // namespace ashlar::mpi
