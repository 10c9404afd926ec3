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

/// Choice of the way of a plan's moves, by capabilities of the ranks, sizes and options. [same]
class WayChoice {
 public:
  /// @pre make_meeting_place for the options' transport
  /// @throws ArgumentError if the moves do not support requested datatypes
  WayChoice(mpi::Context& context, const std::vector<std::unique_ptr<Route>>& routes,
            const PlanOptions& options);

  /// Creates the Meeting, if moves by this transport may need it.
  /// @collective over the communicator the first time
  static void make_meeting_place(mpi::Context& context, Transport transport) {
    if (!needs_meeting(transport)) return;
    (void)Meeting::of(context);
    (void)stream_from_bytes(context);
  }

  /// True if ranks of a node can meet and read each other's segments.
  bool can_meet() const { return can_meet_; }
  /// True if sources in segments are pulled.
  bool pulls() const {
    return can_meet_ && transport_ != Transport::PeerMemory && transport_ != Transport::Staged;
  }

  /// Way of the moves without pull.
  /// @param is_private  no source is pulled
  /// @param orders      [same] of each move
  /// @throws ArgumentError if the requested way is unavailable
  /// @collective the first time, with a timing
  Way of(bool is_private, std::span<const Orders> orders);
  /// Text about the transport of private memory. [local]
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
  /// True if Automatic may select peers' memory; by planes or small tiles, the stage is at least as
  /// fast.
  bool may_choose_peers() const { return suits_peers_ && can_read_peers(); }
  /// A timing needs memory and more than one rank.
  bool may_be_timed() const {
    return context_.size() > 1 && (!is_bounded_ || timing_->is_known(moves_));
  }

  mpi::Context& context_;
  const std::vector<std::unique_ptr<Route>>& routes_;
  Transport transport_;
  bool can_meet_ = false, suits_peers_, may_stage_little_, is_bounded_;
  double bytes_of_rank_ = 0;  // of all moves together
  PrivateWay::Class moves_{PrivateWay::Size::Medium, PrivateWay::Pattern::Runs};  // of the last run
  PrivateWay* timing_ = nullptr;  // null without a choice
};

}  // namespace ashlar::detail
