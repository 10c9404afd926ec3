// SPDX-License-Identifier: BSD-3-Clause
#include "carry_out.hpp"

#include <algorithm>

#include <ashlar/mpi/context.hpp>

#include "mpi/move/small_nodes.hpp"
#include "mpi/peer_memory.hpp"

namespace ashlar::test {

Nodes::Nodes(int ranks_per_node)
    : comm(ranks_per_node > 0 ? with_nodes_of(ranks_per_node)
                              : mpi::Communicator::duplicate(world())) {
  mpi::Context& context = mpi::Context::of(comm);
  can_share = context.is_single_node() && context.allocate(1).is_shared();
  can_read_peers = can_share && mpi::PeerMemory::of(context).is_available();
}

Transport Nodes::transport_of(const RandomCase& c) const {
  const bool is_owned = std::ranges::none_of(c.moves, [](const RandomMove& m) {
    return m.source.wrapped || (is_symmetrizing(m.verb) && m.target.wrapped);  // the target is read
  });
  switch (c.transport) {
    case Transport::SharedMemory: return can_share && is_owned ? c.transport : Transport::Automatic;
    case Transport::Staged: return can_share ? c.transport : Transport::Automatic;
    case Transport::PeerMemory: return can_read_peers ? c.transport : Transport::Automatic;
    default: return c.transport;
  }
}

Index count_wrong(const Nodes& nodes, const RandomCase& expected, const RandomCase& made) {
  std::vector<Specimens> specimens;
  for (const RandomMove& move : expected.moves) specimens.emplace_back(nodes.comm, move);
  const Task task{nodes, made, specimens};
  const RandomMove& first = made.moves.front();
  if (first.verb == Verb::TransposeInPlace) carry_out_in_place(task);
  else if (first.source.form == MoveSide::Form::Array) carry_out_arrays(task);
  else if (first.source.is_plain_layout() && first.target.is_plain_layout())
    carry_out_layouts(task);
  else carry_out_placements(task);
  Index wrong = 0;
  for (std::size_t k = 0; k < specimens.size(); ++k) {
    const RandomMove& move = expected.moves[k];
    if (specimens[k].source)
      wrong += specimens[k].source->count_wrong(
          [&](const Place& at) { return Expected{source_value(move, at)}; });
    wrong +=
        specimens[k].target->count_wrong([&](const Place& at) { return expected_value(move, at); });
  }
  return wrong;
}

}  // namespace ashlar::test
