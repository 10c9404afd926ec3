// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>

#include "move/pack/box_copies.hpp"
#include "node_pull.hpp"

namespace ashlar::detail {

/// A pull of arrays of more than two dimensions: box by box, plane by plane.
class BoxPull final : public NodePull {
 public:
  BoxPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers);

  /// Only where most of the target lies on one of them: a plane has one source, so ranks that share
  /// planes read in runs that are as short.
  bool pays_together(int ranks, Index least_bytes) const override;
  void bind(const Operand& source, const Operand& target, const MoveMemory* own) override;
  void run(const MoveMemory& memory, const Deal& deal, bool stream) override;

 private:
  /// Elements that one rank of the node has for another.
  struct Part {
    Part(const Route& route, std::span<const Box> boxes, const Orders& orders, int sender,
         const Receiver& receiver)
        : source_rank(sender),
          target_rank(receiver.node_rank),
          copies(route, boxes, orders, receiver.rank) {}
    int source_rank, target_rank;  // in the node
    BoxCopies copies;
    std::byte *source = nullptr, *target = nullptr;
  };

  Index element_bytes_;
  NodeLoad load_;
  std::deque<Part> parts_;
};

}  // namespace ashlar::detail
