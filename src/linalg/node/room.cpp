// SPDX-License-Identifier: BSD-3-Clause
#include "room.hpp"

namespace ashlar::node {

Room& Room::of(mpi::CommunicatorView comm) {
  mpi::Context& context = mpi::Context::of(comm);
  return context.slot<Room>("linalg.node", [&] { return Room(context); });
}

Room::Room(mpi::Context& context) : context_(context), counters_(context, count) {
  is_available_ = context.is_single_node() && counters_.is_available();
}

void Room::meet() {
  counters_.raise(meetings, ++my_meetings_);
  for (int r = 0; r < ranks(); ++r) counters_.wait(r, meetings, my_meetings_);
}

}  // namespace ashlar::node
