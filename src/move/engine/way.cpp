// SPDX-License-Identifier: BSD-3-Clause
#include "way.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "base/tuning.hpp"
#include "move/pack/typed_codec.hpp"
#include "move/pull/panel_reader.hpp"
#include "mpi/peer_memory.hpp"
#include "private_way.hpp"

namespace ashlar::detail {
namespace {

/// True if short stretches of peer memory, one per column of a tile, cost more to locate than to
/// copy.
bool has_short_stretches(const Route& route) {
  if (!route.moves().has_block_map()) return false;
  return route.moves().run_length(route.source_dim(StorageOrder::Fortran)) * route.element_bytes() <
         tuning().skipped_bytes;
}

}  // namespace

WayChoice::WayChoice(mpi::Context& context, const std::vector<std::unique_ptr<Route>>& routes,
                     const PlanOptions& options)
    : context_(context),
      routes_(routes),
      transport_(options.transport),
      suits_peers_(std::ranges::all_of(
          routes, [](const auto& r) { return r->ndims() <= 2 && !has_short_stretches(*r); })),
      // A bounded window excludes the stage; messages serve several moves in one exchange.
      may_stage_little_(options.max_extra_bytes == 0 && routes.size() == 1),
      is_bounded_(options.max_extra_bytes > 0) {
  if (transport_ == Transport::Datatypes)
    for (const auto& route : routes)
      expect(TypedCodec::can_do(*route),
             "plan: MPI's derived datatypes move between layouts and arrays of two dimensions "
             "only; choose another transport");
  if (needs_meeting(transport_)) can_meet_ = Meeting::of(context).is_available();
  for (const auto& route : routes)
    bytes_of_rank_ +=
        route->moves().volume() * static_cast<double>(route->element_bytes()) / context.size();
  if (bytes_of_rank_ >= static_cast<double>(tuning().large_moves_from))
    moves_.size = PrivateWay::Size::Large;
  moves_.pattern = pattern_of(std::vector<Orders>(routes.size()));
  if (transport_ == Transport::Automatic && serves_within_node())
    timing_ = &PrivateWay::of(context);
}

/// Pattern of the move with the shortest runs.
PrivateWay::Pattern WayChoice::pattern_of(std::span<const Orders> orders) const {
  for (std::size_t k = 0; k < routes_.size(); ++k) {
    const Route& route = *routes_[k];
    const int along = route.target_dim(orders[k].target);
    const bool is_turned = route.source_dim(orders[k].source) != along;
    if (is_turned || route.moved().uplo != Uplo::General ||
        route.moves().run_length(along) * route.element_bytes() < tuning().shortest_long_run)
      return PrivateWay::Pattern::Scattered;
  }
  return PrivateWay::Pattern::Runs;
}

Way WayChoice::of(bool is_private, std::span<const Orders> orders) {
  if (is_private) moves_.pattern = pattern_of(orders);
  return of(is_private);
}

Way WayChoice::of(bool is_private) const {
  switch (transport_) {
    case Transport::Datatypes: return Way::Datatypes;
    case Transport::PeerMemory:
      expect(can_read_peers(),
             "plan: peer memory was asked for, but the ranks may not read each other's memory; let "
             "the plan choose the transport");
      return Way::Peers;
    case Transport::Staged:
      expect(serves_within_node(),
             "plan: a stage was asked for, but not all ranks share memory; let the plan choose the "
             "transport");
      return Way::Stage;
    case Transport::Automatic:
      if (is_private && timing_ != nullptr) return of_private();
      break;
    case Transport::SharedMemory:
    case Transport::Messages: break;
  }
  return Way::Messages;
}

Way WayChoice::of_private() const {
  if (const auto asked_for = timing_->asked_for())
    return *asked_for == Way::Peers && !can_read_peers() ? Way::Stage : *asked_for;
  if (bytes_of_rank_ < static_cast<double>(tuning().timed_moves_from))
    return may_stage_little_ ? Way::Stage : Way::Messages;
  if (!may_be_timed()) {
    const bool goes_to_peers = is_bounded_ || moves_.size == PrivateWay::Size::Large;
    return goes_to_peers && may_choose_peers() ? Way::Peers : Way::Stage;
  }
  return timing_->fastest(moves_, may_choose_peers());
}

std::string WayChoice::private_to_string() const {
  const bool has_choice = transport_ == Transport::Automatic && timing_ != nullptr &&
                          !timing_->asked_for() &&
                          bytes_of_rank_ >= static_cast<double>(tuning().timed_moves_from);
  if (!has_choice || !may_be_timed()) return to_text(of(true));
  if (!timing_->is_known(moves_)) return "timed at the first such move";
  return concat(to_text(of(true)), " (", timing_->to_string(moves_), ")");
}

bool WayChoice::can_read_peers() const {
  return serves_within_node() && mpi::PeerMemory::of(context_).is_available();
}

}  // namespace ashlar::detail
