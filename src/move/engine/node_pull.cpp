// SPDX-License-Identifier: BSD-3-Clause
#include "node_pull.hpp"

#include "box_pull.hpp"
#include "cell_pull.hpp"

namespace ashlar::detail {

std::unique_ptr<NodePull> NodePull::make(const Route& route, const Orders& orders,
                                         std::span<const Receiver> receivers, bool joined) {
  if (route.ndims() > 2) return std::make_unique<BoxPull>(route, orders, receivers);
  return std::make_unique<CellPull>(route, orders, receivers, joined);
}

}  // namespace ashlar::detail
