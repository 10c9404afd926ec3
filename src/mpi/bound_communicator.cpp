// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/communicator.hpp>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::mpi {

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
