// SPDX-License-Identifier: BSD-3-Clause
#include "node_numbers.hpp"

#include "mpi/collectives.hpp"

namespace ashlar::detail {
namespace {

struct Nodes {
  std::vector<int> of;
};

}  // namespace

const std::vector<int>& node_numbers(mpi::Context& context) {
  const auto ask = [&] {
    if (context.is_single_node()) return Nodes{};
    return Nodes{mpi::all_gather(context.comm(), context.node_ranks().front())};
  };
  return context.shared_slot<Nodes>("move.nodes", ask).of;
}

}  // namespace ashlar::detail
