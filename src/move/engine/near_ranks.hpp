// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <ashlar/layout/detail/share.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Node ranks of the other ranks of the node in a share.
inline std::vector<int> near_ranks(const Share& share, const mpi::Context& context) {
  std::vector<int> node_ranks;
  for (int rank : share.ranks()) {
    const auto node_rank = context.node_rank_of(rank);
    if (node_rank && rank != context.rank()) node_ranks.push_back(*node_rank);
  }
  return node_ranks;
}

}  // namespace ashlar::detail
