// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>

#include "setting.hpp"

namespace ashlar::test {

/// A communicator of all ranks of `comm` whose calls are compared, or not, and whose waits end
/// after `timeout_s` seconds; 0: never. @collective over `comm`
inline mpi::Communicator communicator_with(mpi::CommunicatorView comm, bool calls_are_checked,
                                           int timeout_s = 0) {
  const Setting check("ASHLAR_CHECK", calls_are_checked ? "1" : "0");
  const Setting timeout("ASHLAR_TIMEOUT", std::to_string(timeout_s));
  mpi::Communicator result = mpi::Communicator::duplicate(comm);
  (void)mpi::Context::of(result);
  return result;
}

}  // namespace ashlar::test
