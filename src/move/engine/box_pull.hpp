// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>

#include "move/pack/box_copies.hpp"
#include "node_pull.hpp"

namespace ashlar::detail {

/// Pull of arrays with more than two dimensions, plane by plane.
class BoxPull final : public NodePull {
 public:
  BoxPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers);

  /// True only if one rank has much more of the target than others: runs of shared planes are no
  /// longer.
  bool pays_together(int ranks, Index least_bytes) const override;
  void bind(const Operand& source, const Operand& target, const MoveMemory* own) override;
  void run(const MoveMemory& memory, const Deal& deal, bool stream) override;

 private:
  /// Elements from one rank of the node to another.
  struct Part {
    Part(const Route& route, std::span<const Box> boxes, const Orders& orders, int sender,
         const Receiver& receiver)
        : source_rank(sender),
          target_rank(receiver.node_rank),
          copies(route, boxes, orders, receiver.rank) {}
    int source_rank, target_rank;  // node ranks
    BoxCopies copies;
    std::byte *source = nullptr, *target = nullptr;
  };

  Index element_bytes_;
  NodeLoad load_;
  std::deque<Part> parts_;
};

}  // namespace ashlar::detail
