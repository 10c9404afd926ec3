// SPDX-License-Identifier: BSD-3-Clause
#include "node_numbers.hpp"

#include <ashlar/mpi/check.hpp>

namespace ashlar::detail {
namespace {

struct Nodes {
  std::vector<int> of;
};

}  // namespace

const std::vector<int>& node_numbers(mpi::Context& context) {
  const auto ask = [&] {
    Nodes nodes;
    if (context.is_single_node()) return nodes;
    nodes.of.resize(static_cast<std::size_t>(context.size()));
    const int mine = context.node_ranks().front();
    mpi::check(
        MPI_Allgather(&mine, 1, MPI_INT, nodes.of.data(), 1, MPI_INT, context.comm().native()),
        "MPI_Allgather");
    return nodes;
  };
  return context.slot<Nodes>("move.nodes", ask).of;
}

}  // namespace ashlar::detail
