// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <list>
#include <string>
#include <typeinfo>

#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// The plans that one-call moves on a communicator made last, so that a move that is made again
/// costs no planning. Hits and evictions follow from the sequence of moves alone, which is the same
/// on all ranks. P is Plan<T>, JointPlan<T> or ArrayPlan<T>.
template <class P>
class PlanCache {
 public:
  explicit PlanCache(mpi::CommunicatorView comm) : comm_(comm) {}

  /// The cache that hangs on `comm`. [local] once the communicator has a context
  static PlanCache& of(mpi::CommunicatorView comm) {
    mpi::Context& context = mpi::Context::of(comm);
    return context.slot<PlanCache>(key(), [&] { return PlanCache(context.comm()); });
  }

  /// A plan for these moves, made now or before.
  template <class Moves>
  P& plan(const Moves& transfers, const PlanOptions& options) {
    const auto found = std::find_if(plans_.begin(), plans_.end(), [&](const P& plan) {
      return plan.options() == options && plan.transfers() == transfers;
    });
    if (found != plans_.end()) {
      plans_.splice(plans_.begin(), plans_, found);
    } else {
      plans_.emplace_front(comm_, transfers, options);
      if (plans_.size() > capacity) plans_.pop_back();
    }
    return plans_.front();
  }

 private:
  static constexpr std::size_t capacity = 16;

  static const std::string& key() {
    static const std::string text = std::string("move.plans.") + typeid(P).name();
    return text;
  }

  mpi::CommunicatorView comm_;
  std::list<P> plans_;  // the last used first
};

}  // namespace ashlar::detail
