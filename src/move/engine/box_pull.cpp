// SPDX-License-Identifier: BSD-3-Clause
#include "box_pull.hpp"

namespace ashlar::detail {

BoxPull::BoxPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers)
    : element_bytes_(route.element_bytes()) {
  for (const Receiver& receiver : receivers) {
    for (const int rank : receiver.share->ranks()) {
      const auto source_rank = route.context().node_rank_of(rank);
      if (!source_rank) continue;
      const auto boxes = receiver.share->boxes_of(rank);
      parts_.emplace_back(route, boxes, orders, *source_rank, receiver);
      for (const Box& box : boxes) load_.add(receiver.node_rank, box.elements);
    }
  }
}

bool BoxPull::pays_together(int ranks, Index least_bytes) const {
  return load_.mean(ranks) * element_bytes_ >= least_bytes && load_.is_uneven(ranks);
}

void BoxPull::bind(const Operand& source, const Operand& target, const MoveMemory* own) {
  for (Part& part : parts_) {
    part.source = source.storage->part_of(part.source_rank).data;
    part.target =
        own != nullptr ? own->target[0].data : target.storage->part_of(part.target_rank).data;
  }
}

void BoxPull::run(const MoveMemory& memory, const Deal& deal, bool stream) {
  MoveMemory part_memory = memory;  // messages may still be packed from here
  part_memory.streams = stream;
  for (Part& part : parts_) {
    part_memory.source[0].data = part.source;
    part_memory.target[0].data = part.target;
    part.copies.run(part_memory, deal);
  }
}

}  // namespace ashlar::detail
