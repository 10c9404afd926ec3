// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <memory>

#include <ashlar/mpi/communicator.hpp>

namespace ashlar::mpi {

/// The user's communicator as an object keeps it that may live longer: once it was freed, asking
/// for it is a typed error instead of a dangling handle.
class BoundCommunicator {
 public:
  /// The null communicator.
  BoundCommunicator() = default;

  /// @throws ArgumentError on the null communicator and on intercommunicators
  /// @collective over `comm` the first time, as Context::of
  explicit BoundCommunicator(CommunicatorView comm);

  /// @throws ArgumentError if the communicator was freed, or MPI has ended. [local]
  CommunicatorView get() const {
    if (is_released_ && is_released_->load(std::memory_order_relaxed)) refuse();
    return comm_;
  }

 private:
  [[noreturn]] static void refuse();

  CommunicatorView comm_;
  std::shared_ptr<const std::atomic<bool>> is_released_;
};

}  // namespace ashlar::mpi
