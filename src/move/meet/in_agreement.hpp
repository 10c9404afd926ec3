// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "mpi/innermost.hpp"

namespace ashlar::detail {

/// Puts the places where the ranks of a communicator meet into one state, after an error that all
/// of them threw: nobody is waited for.
/// @collective over context.comm()
void renew_meeting_places(mpi::Context& context);

/// Makes what is made for the first time, and may lack memory on one rank: together(), after whose
/// errors the next call works.
/// @param forget  gives up what ranks may have in different states then; does not throw
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
    // Within another one a rank may have failed elsewhere.
    if (is_outermost && mpi::detail::is_settled(comm)) renew_meeting_places(context);
    throw;
  }
}

}  // namespace ashlar::detail
