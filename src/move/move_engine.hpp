// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/base/expect.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/context.hpp>

#include "carrier_row.hpp"
#include "datatype_carrier.hpp"
#include "joint_carrier.hpp"
#include "peer_carrier.hpp"
#include "place_piece.hpp"
#include "staged_carrier.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// Several moves of one communicator that are made together, and how they are carried: chosen by
/// where the sources lie, when they are known.
template <class T>
class MoveEngine {
 public:
  MoveEngine(mpi::Context& context, std::span<const Transfers> moves, const PlanOptions& options)
      : context_(context), options_(options) {
    routes_.reserve(moves.size());  // the carriers refer to them
    for (const Transfers& transfers : moves) routes_.emplace_back(transfers, context.comm());
    if (options.transport != Transport::Messages && options.transport != Transport::Datatypes)
      can_meet_ = Meeting::of(context).is_available();
  }
  MoveEngine(const MoveEngine&) = delete;
  MoveEngine& operator=(const MoveEngine&) = delete;
  ~MoveEngine() {
    try {
      finish();
    } catch (...) {
      // The partners notice it by themselves.
    }
  }

  std::span<const Route> routes() const { return routes_; }
  const PlanOptions& options() const { return options_; }
  bool is_active() const { return active_ != nullptr; }

  Index buffer_bytes() const {
    Index most = 0;
    for (const Choice& choice : choices_) most = std::max(most, choice.carrier->buffer_bytes());
    return most;
  }

  PlanStatistics statistics() const {
    PlanStatistics sum = of_dropped_;
    for (const Choice& choice : choices_) sum = sum + choice.carrier->statistics();
    return sum;
  }

  void start(std::span<const Operands<T>> operands) {
    expect(!is_active(),
           "plan: started again before the move under way was over; wait for that one, or take two "
           "plans");
    // A rank's moves that read no source need nobody; alpha is the same on all ranks.
    const bool reads = std::ranges::any_of(
        operands, [](const Operands<T>& o) { return o.target.combine.reads_source(); });
    if (!reads) {
      for (std::size_t k = 0; k < routes_.size(); ++k) scale_target(routes_[k], operands[k].target);
      return;
    }
    Carrier<T>& carrier = carrier_for(operands);
    guarded([&] { carrier.start(operands); });
    active_ = &carrier;
  }

  /// Returns whether the move is over; true as well if there is none.
  bool progress() {
    if (!is_active()) return true;
    guarded([&] {
      if (active_->progress()) active_ = nullptr;
    });
    return !is_active();
  }

  void finish() {
    if (!is_active()) return;
    guarded([&] { active_->finish(); });
    active_ = nullptr;
  }

 private:
  /// A carrier and the moves whose source it takes out of shared memory.
  struct Choice {
    std::vector<bool> is_pulled;
    std::unique_ptr<Carrier<T>> carrier;
  };

  Carrier<T>& carrier_for(std::span<const Operands<T>> operands) {
    std::vector<bool> is_pulled;
    for (const Operands<T>& o : operands)
      is_pulled.push_back(can_meet_ && options_.transport != Transport::PeerMemory &&
                          options_.transport != Transport::Staged && !o.source_storage.is_empty() &&
                          o.source_storage.is_shared());
    // The same on all ranks of a single node, as a matrix is wrapped everywhere or nowhere.
    const bool all_pulled = context_.is_single_node() && std::ranges::count(is_pulled, false) == 0;
    expect(all_pulled || options_.transport != Transport::SharedMemory,
           "plan: shared memory was asked for, but the source does not lie in memory that all "
           "ranks share; "
           "let the plan choose the transport");
    for (Choice& choice : choices_)
      if (choice.is_pulled == is_pulled) return *choice.carrier;
    if (choices_.size() == most_choices) drop_first();
    std::unique_ptr<Carrier<T>> carrier = make_carrier(is_pulled, all_pulled);
    return *choices_.emplace_back(std::move(is_pulled), std::move(carrier)).carrier;
  }

  std::unique_ptr<Carrier<T>> make_carrier(const std::vector<bool>& is_pulled, bool all_pulled) {
    typename CarrierRow<T>::Carriers row;
    for (const Route& route : routes_) {
      if (options_.transport == Transport::Datatypes)
        row.push_back(std::make_unique<DatatypeCarrier<T>>(route));
      else if (std::ranges::count(is_pulled, true) == 0 && reads_peers())
        row.push_back(std::make_unique<PeerCarrier<T>>(route, context_, options_.piece_bytes));
      else if (std::ranges::count(is_pulled, true) == 0 && stages())
        row.push_back(std::make_unique<StagedCarrier<T>>(route, context_, options_.piece_bytes));
    }
    if (!row.empty()) return std::make_unique<CarrierRow<T>>(std::move(row));
    return std::make_unique<JointCarrier<T>>(routes_, is_pulled, !all_pulled, context_,
                                             options_.piece_bytes);
  }

  /// Whether sources in private memory are read there; the same on all ranks.
  bool reads_peers() const {
    const bool can = context_.is_single_node() && can_meet_ &&
                     options_.transport != Transport::Staged &&
                     mpi::PeerMemory::of(context_).is_available();
    expect(can || options_.transport != Transport::PeerMemory,
           "plan: peer memory was asked for, but the ranks may not read each other's memory; let "
           "the plan choose the transport");
    return can;
  }

  /// Whether they go through memory that all ranks share; the same on all ranks.
  bool stages() const {
    const bool can = context_.is_single_node() && can_meet_;
    expect(can || options_.transport != Transport::Staged,
           "plan: a stage was asked for, but not all ranks share memory; let the plan choose the "
           "transport");
    return can;
  }

  /// Computes the new value of every element that others would have sent something to.
  static void scale_target(const Route& route, const TargetBlock& target) {
    const Placement place(route.transfers.op());
    for (const Partner& partner : route.receives.partners()) {
      Stream stream(route.transfers, partner);
      for (;;) {
        const Piece piece = stream.next(std::numeric_limits<Index>::max());
        if (piece.length == 0) break;
        target.combine(target.at(piece.target_row, piece.target_col), place.target_stride(target),
                       nullptr, 1, piece.length);
      }
    }
  }

  /// After a failure nothing is under way any more, and carriers begin anew.
  template <class Action>
  void guarded(Action&& action) {
    try {
      action();
    } catch (...) {
      active_ = nullptr;
      while (!choices_.empty()) drop_first();
      throw;
    }
  }

  void drop_first() {
    of_dropped_ = of_dropped_ + choices_.front().carrier->statistics();
    choices_.erase(choices_.begin());
  }

  static constexpr std::size_t most_choices = 4;

  mpi::Context& context_;
  PlanOptions options_;
  bool can_meet_ = false;
  std::vector<Route> routes_;
  std::vector<Choice> choices_;
  PlanStatistics of_dropped_;
  Carrier<T>* active_ = nullptr;
};

}  // namespace ashlar::detail
