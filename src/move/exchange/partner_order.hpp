// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include <ashlar/mpi/context.hpp>

#include "piece_exchange.hpp"

namespace ashlar::detail {

/// Sorts partners by the distance (receiver - sender) mod P, equal at both ends, so that ranks
/// begin with different partners.
inline void sort_by_distance(std::vector<PiecePartner>& partners, const mpi::Context& context,
                             bool sending) {
  const int rank = context.rank(), size = context.size();
  std::ranges::sort(partners, {}, [&](const PiecePartner& partner) {
    return (sending ? partner.rank - rank + size : rank - partner.rank + size) % size;
  });
}

}  // namespace ashlar::detail
