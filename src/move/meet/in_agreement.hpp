// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/wait_in.hpp"

namespace ashlar::detail {

/// Resets poisoned synchronisation objects after a common error of all ranks, without waiting.
/// @collective over context.comm()
void renew_meeting_places(mpi::Context& context);

/// Runs together() on a function that may lack memory on one rank; after errors the next call
/// works.
/// @param forget  drops objects that may then differ between ranks; does not throw
/// @collective over context.comm()
/// @throws as together
template <class F, class Forget>
auto in_agreement(mpi::Context& context, F&& f, Forget&& forget) {
  const mpi::CommunicatorView comm = context.comm();
  const bool is_outermost = mpi::CommunicatorView(mpi::detail::innermost_comm) != comm;
  try {
    return mpi::together(comm, std::forward<F>(f));
  } catch (...) {
    forget();
    // Within another call a rank may have failed elsewhere.
    if (is_outermost && mpi::detail::is_settled(comm)) renew_meeting_places(context);
    throw;
  }
}

}  // namespace ashlar::detail
