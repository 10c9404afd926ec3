// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/kernels/choices.hpp"
#include "move/meet/meeting.hpp"
#include "move/pack/route.hpp"
#include "private_way.hpp"

namespace ashlar::detail {

/// Choice of the way of a plan's moves, by what the ranks can do, how much is moved and what the
/// options ask for. The same on all ranks.
class WayChoice {
 public:
  /// @pre make_meeting_place for the options' transport
  /// @throws ArgumentError if the options ask for datatypes where these cannot serve
  WayChoice(mpi::Context& context, const std::vector<std::unique_ptr<Route>>& routes,
            const PlanOptions& options);

  /// Makes the place where ranks of a node meet, if moves by this transport may need it.
  /// @collective over the communicator the first time
  static void make_meeting_place(mpi::Context& context, Transport transport) {
    if (!needs_meeting(transport)) return;
    (void)Meeting::of(context);
    (void)stream_from_bytes(context);
  }

  /// True if ranks of a node can meet, and take elements out of each other's segments.
  bool can_meet() const { return can_meet_; }
  /// True if a source in a segment is taken out of there.
  bool pulls() const {
    return can_meet_ && transport_ != Transport::PeerMemory && transport_ != Transport::Staged;
  }

  /// The way of what is not pulled.
  /// @param is_private  whether no source is pulled
  /// @param orders      [same] of each move
  /// @throws ArgumentError if the options ask for a way that cannot be gone
  /// @collective the first time, where private memory is timed
  Way of(bool is_private, std::span<const Orders> orders);
  /// Transport of private memory, for people. [local]
  std::string private_to_string() const;

 private:
  static bool needs_meeting(Transport transport) {
    return transport != Transport::Messages && transport != Transport::Datatypes;
  }
  Way of(bool is_private) const;
  Way of_private() const;
  PrivateWay::Pattern pattern_of(std::span<const Orders> orders) const;
  bool serves_within_node() const { return context_.is_single_node() && can_meet_; }
  bool can_read_peers() const;
  /// True if peers' memory is chosen unasked: read plane by plane, or in small tiles, it is no
  /// faster than the stage.
  bool may_choose_peers() const { return suits_peers_ && can_read_peers(); }
  /// Timing takes memory, and tells nothing of a single rank.
  bool may_be_timed() const {
    return context_.size() > 1 && (!is_bounded_ || timing_->is_known(moves_));
  }

  mpi::Context& context_;
  const std::vector<std::unique_ptr<Route>>& routes_;
  Transport transport_;
  bool can_meet_ = false, suits_peers_, may_stage_little_, is_bounded_;
  double bytes_of_rank_ = 0;  // of all moves together
  PrivateWay::Class moves_{PrivateWay::Size::Medium, PrivateWay::Pattern::Runs};  // of the last run
  PrivateWay* timing_ = nullptr;  // where there is a choice
};

}  // namespace ashlar::detail
