// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "linalg/node/room.hpp"
#include "move/front/plan_cache.hpp"
#include "move/meet/in_agreement.hpp"

namespace ashlar::detail {

/// Runs a routine whose ranks may separately lack memory: all ranks throw one's exception, and
/// later calls work.
/// @collective over `comm`
/// @throws as mpi::together
template <class F>
auto agreed(mpi::CommunicatorView comm, F&& f) {
  mpi::Context& context = mpi::Context::of(comm);
  return in_agreement(context, std::forward<F>(f), [&] {
    PlanCache::clear_all(context);
    if (node::Room* const room = node::Room::if_made(context)) room->has_failed_everywhere();
  });
}

}  // namespace ashlar::detail
