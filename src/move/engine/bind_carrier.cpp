// SPDX-License-Identifier: BSD-3-Clause
// Binding of operands to a carrier, and choice of the pull.
#include <algorithm>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/tuning.hpp"
#include "carrier.hpp"
#include "cell_pull.hpp"
#include "move/pack/box_copies.hpp"
#include "node_pull.hpp"

namespace ashlar::detail {
namespace {

/// Pull of arrays with more than two dimensions, plane by plane.
class BoxPull final : public NodePull {
 public:
  BoxPull(const Route& route, const Orders& orders, std::span<const Receiver> receivers);

  /// True only if one rank has much more of the target than others: runs of shared planes are no
  /// longer.
  bool pays_together(int ranks, const SharedFrom& from) const override;
  void bind(const Operand& source, const Operand& target, const MoveMemory* own) override;
  void run(const MoveMemory& memory, const LineDistribution& distribution, bool stream) override;

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

bool BoxPull::pays_together(int ranks, const SharedFrom& from) const {
  return load_.is_uneven(ranks) && load_.mean(ranks) * element_bytes_ >= from.uneven;
}

void BoxPull::bind(const Operand& source, const Operand& target, const MoveMemory* own) {
  for (Part& part : parts_) {
    part.source = source.storage->part_of(part.source_rank).data;
    part.target =
        own != nullptr ? own->target[0].data : target.storage->part_of(part.target_rank).data;
  }
}

void BoxPull::run(const MoveMemory& memory, const LineDistribution& distribution, bool stream) {
  MoveMemory part_memory = memory;  // messages may still be packed from here
  part_memory.streams = stream;
  for (Part& part : parts_) {
    part_memory.source[0].data = part.source;
    part_memory.target[0].data = part.target;
    part.copies.run(part_memory, distribution);
  }
}

/// @param receivers  their shares must outlive the pull
/// @param joined     true merges blocks with the same elements across; false with combining
std::unique_ptr<NodePull> make_pull(const Route& route, const Orders& orders,
                                    std::span<const NodePull::Receiver> receivers, bool joined) {
  if (route.ndims() > 2) return std::make_unique<BoxPull>(route, orders, receivers);
  return std::make_unique<CellPull>(route, orders, receivers, joined);
}

}  // namespace

void Carrier::prepare(std::span<const Ends> ends) {
  is_together_ = false;
  std::size_t k = 0;
  for (Member& member : members_) {
    bind(member, k, ends[k]);
    is_together_ = is_together_ || member.is_shared;
    ++k;
  }
  if (exchange_) exchange_->prepare();
}

/// Records the memory of both ends, before each run.
void Carrier::bind(Member& member, std::size_t k, const Ends& ends) {
  bind_memory(member.route, kind_.orders[k], ends, member.memory, &overflows_);
  if (member.own) member.own->rewind();
  if (kind_.is_pulled[k]) bind_pull(member, k, ends);
}

void Carrier::bind_pull(Member& member, std::size_t k, const Ends& ends) {
  const Operand &source = *ends.source, &target = ends.target->operand;
  const bool is_plain = member.memory.combine.is_plain();
  member.is_shared = is_plain && pays_together(member, k, target);
  if (member.is_shared) return member.shared_pull->bind(source, target, nullptr);
  if (!member.pull || (!is_plain && member.is_joined)) {
    const NodePull::Receiver me{context_.node_rank(), context_.rank(), &member.route.receives()};
    member.pull = make_pull(member.route, kind_.orders[k], std::span(&me, 1), is_plain);
    member.is_joined = is_plain;
  }
  member.pull->bind(source, target, &member.memory);
}

/// True if all ranks of the node share the pull. [same] on the node, whose matrices are in shared
/// memory on all ranks or on none.
bool Carrier::pays_together(Member& member, std::size_t k, const Operand& target) {
  const Route& route = member.route;
  if (context_.node_size() == 1 || target.is_wrapped() || !target.storage->is_shared())
    return false;
  if (member.is_sharing_checked) return member.shared_pull != nullptr;
  // Small targets stay in the caches of their ranks, unless others wait for one of these anyway. On
  // an oversubscribed node the wait for all ranks costs more.
  const Index far = stream_from_bytes(context_), uneven = std::min(far, tuning().uneven_move_bytes);
  const NodePull::SharedFrom from{far, context_.is_oversubscribed() ? far : uneven};
  const double mean =
      route.moves().volume() / context_.node_size() * static_cast<double>(route.element_bytes());
  if (mean < static_cast<double>(from.uneven)) {
    member.is_sharing_checked = true;
    return false;
  }
  std::vector<NodePull::Receiver> receivers;
  const std::vector<int>& ranks = context_.node_ranks();
  member.shares.clear();
  for (int rank : ranks) member.shares.push_back(route.moves().received_by(rank));
  for (std::size_t r = 0; r < ranks.size(); ++r)
    receivers.push_back({static_cast<int>(r), ranks[r], &member.shares[r]});
  member.shared_pull = make_pull(route, kind_.orders[k], receivers, true);
  member.is_sharing_checked = true;  // set last: a failed rank checks again
  if (member.shared_pull->pays_together(context_.node_size(), from)) return true;
  member.shared_pull.reset();
  member.shares.clear();
  return false;
}

}  // namespace ashlar::detail
