// SPDX-License-Identifier: BSD-3-Clause
#include "way.hpp"

#include <algorithm>

#include <ashlar/base/expect.hpp>

#include "move/meet/meeting.hpp"
#include "move/pack/typed_codec.hpp"
#include "mpi/peer_memory.hpp"

namespace ashlar::detail {
namespace {

/// Bytes of all moves together for each rank, from which on reading others' memory costs less than
/// staging it, or than packed messages where little is not staged. Measured with two ranks.
double least_large(bool may_stage_little) { return may_stage_little ? 20 << 20 : 512 << 10; }

}  // namespace

const char* to_text(Way way) {
  switch (way) {
    case Way::Stage: return "through a stage";
    case Way::Peers: return "read from the peer";
    case Way::Datatypes: return "by MPI's derived datatypes";
    case Way::Messages: break;
  }
  return "by messages";
}

WayChoice::WayChoice(mpi::Context& context, const std::vector<std::unique_ptr<Route>>& routes,
                     const PlanOptions& options)
    : context_(context),
      transport_(options.transport),
      has_planes_(std::ranges::all_of(routes, [](const auto& r) { return r->ndims() <= 2; })),
      // Bounded memory has no room for it, and one exchange of messages serves several moves.
      may_stage_little_(options.max_extra_bytes == 0 && routes.size() == 1) {
  if (transport_ == Transport::Datatypes)
    for (const auto& route : routes)
      expect(TypedCodec::can_do(*route),
             "plan: MPI's derived datatypes move between layouts and arrays of two dimensions "
             "only; choose another transport");
  if (transport_ != Transport::Messages && transport_ != Transport::Datatypes)
    can_meet_ = Meeting::of(context).is_available();
  double bytes = 0;
  for (const auto& route : routes)
    bytes += route->volume() * static_cast<double>(route->element_bytes());
  is_large_ = bytes >= least_large(may_stage_little_) * context.size();
}

Way WayChoice::of(bool is_private) const {
  if (transport_ == Transport::Datatypes) return Way::Datatypes;
  const bool has_choice = transport_ == Transport::Automatic;
  if (is_private && (is_large_ || !has_choice) && can_read_peers()) return Way::Peers;
  if (is_private && (is_large_ || !has_choice || may_stage_little_) && can_stage())
    return Way::Stage;
  return Way::Messages;
}

bool WayChoice::can_read_peers() const {
  if (transport_ == Transport::Staged || transport_ == Transport::Messages) return false;
  const bool is_asked_for = transport_ == Transport::PeerMemory;
  expect(has_planes_ || !is_asked_for,
         "plan: peer memory was asked for, but arrays of more than two dimensions are not read "
         "there; let the plan choose the transport");
  const bool can = has_planes_ && context_.is_single_node() && can_meet_ &&
                   mpi::PeerMemory::of(context_).is_available();
  expect(can || !is_asked_for,
         "plan: peer memory was asked for, but the ranks may not read each other's memory; let "
         "the plan choose the transport");
  return can;
}

bool WayChoice::can_stage() const {
  const bool can = context_.is_single_node() && can_meet_;
  expect(can || transport_ != Transport::Staged,
         "plan: a stage was asked for, but not all ranks share memory; let the plan choose the "
         "transport");
  return can;
}

}  // namespace ashlar::detail
