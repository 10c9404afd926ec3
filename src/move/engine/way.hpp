// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/pack/route.hpp"

namespace ashlar::detail {

/// How elements reach other ranks where these cannot take them out of a segment.
enum class Way {
  Messages,   ///< packed, or left to MPI where that suits
  Stage,      ///< packed into memory that all ranks share
  Peers,      ///< read out of the source's private memory
  Datatypes,  ///< MPI's derived datatypes, always
};

const char* to_text(Way way);

/// Choice of the way of a plan's moves, by what the ranks can do, how much is moved and what the
/// options ask for. The same on all ranks.
class WayChoice {
 public:
  /// @throws ArgumentError if the options ask for datatypes where these cannot serve
  /// @collective over the communicator
  WayChoice(mpi::Context& context, const std::vector<std::unique_ptr<Route>>& routes,
            const PlanOptions& options);

  /// Whether ranks of a node can meet, and take elements out of each other's segments.
  bool can_meet() const { return can_meet_; }
  /// Whether a source in a segment is taken out of there.
  bool pulls() const {
    return can_meet_ && transport_ != Transport::PeerMemory && transport_ != Transport::Staged;
  }

  /// The way of what is not pulled.
  /// @param is_private  whether no source is pulled
  /// @throws ArgumentError if the options ask for a way that cannot be gone
  Way of(bool is_private) const;

 private:
  bool can_read_peers() const;
  bool can_stage() const;

  mpi::Context& context_;
  Transport transport_;
  bool can_meet_ = false, has_planes_, may_stage_little_, is_large_;
};

}  // namespace ashlar::detail
