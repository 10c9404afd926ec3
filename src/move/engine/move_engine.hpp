// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ashlar/base/expect.hpp>
#include <ashlar/move/pending_move.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/context.hpp>

#include "carrier_row.hpp"
#include "joint_carrier.hpp"
#include "move/pack/datatype_carrier.hpp"
#include "move/pack/place_piece.hpp"
#include "move/pack/transport.hpp"
#include "operand_checks.hpp"
#include "option_checks.hpp"
#include "peer_carrier.hpp"
#include "staged_carrier.hpp"

namespace ashlar::detail {

/// Several moves of one communicator that are made together, and how they are carried: chosen by
/// where the sources lie, when they are known.
template <class T>
class MoveEngine : public Operation {
 public:
  MoveEngine(mpi::Context& context, std::span<const Transfers> moves, const PlanOptions& options)
      : context_(context), options_(options), piece_bytes_(checked_piece_bytes(options)) {
    for (const Transfers& transfers : moves)
      for (const Layout* layout : {&transfers.source(), &transfers.target()})
        expect(layout->ranks().required_size() <= context.size(), "plan: the layout ", *layout,
               " uses ranks up to ", layout->ranks().required_size() - 1,
               ", but the communicator has ", context.size(), " ranks");
    routes_.reserve(moves.size());  // the carriers refer to them
    for (const Transfers& transfers : moves) routes_.emplace_back(transfers, context.comm());
    if (options.transport != Transport::Messages && options.transport != Transport::Datatypes)
      can_meet_ = Meeting::of(context).is_available();
  }
  MoveEngine(const MoveEngine&) = delete;
  MoveEngine& operator=(const MoveEngine&) = delete;
  ~MoveEngine() override {
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

  Index peak_extra_bytes() {
    Index most = buffer_bytes();
    if (options_.transport != Transport::Messages && options_.transport != Transport::Automatic)
      return most;
    if (!message_bytes_) {  // where the sources lie is not known: all by messages
      const std::vector<bool> is_pulled(routes_.size(), false);
      message_bytes_ = JointCarrier<T>(routes_, is_pulled, true, context_, piece_bytes_, window())
                           .buffer_bytes();
    }
    return std::max(most, *message_bytes_);
  }

  /// What move `k` works on. @throws ArgumentError if a layout or the communicator is not that of
  /// the plan, or the move would read what it writes
  Operands<T> operands(std::size_t k, const DistMatrix<T>& source, const Landing& target) const {
    const Transfers& transfers = routes_[k].transfers;
    expect(source.layout() == transfers.source(), "plan: the source is ", source.layout(),
           ", but the plan was made for ", transfers.source());
    expect(*target.layout == transfers.target(), "plan: the target is ", *target.layout,
           ", but the plan was made for ", transfers.target());
    check_ranks("source", source.comm());
    check_ranks("target", target.comm);
    expect(target.matrix != &source || !reads_what_it_writes(transfers),
           "plan: source and target are overlapping sections of one matrix; move through another "
           "matrix, or transpose_in_place");
    return {source.local(),
            source.storage(),
            {dtype_of<T>(), target, transfers.op()},
            source.storage_order()};
  }

  /// Starts the moves, after those that are under way; returns their number.
  std::uint64_t start(std::span<const Operands<T>> operands) {
    finish();
    ++number_;
    // A rank's moves that read no source need nobody; alpha is the same on all ranks.
    const bool reads = std::ranges::any_of(
        operands, [](const Operands<T>& o) { return o.target.combine.reads_source(); });
    if (!reads) {
      for (std::size_t k = 0; k < routes_.size(); ++k) scale_target(routes_[k], operands[k].target);
      return number_;
    }
    Carrier<T>& carrier = carrier_for(operands);
    guarded([&] { carrier.start(operands); });
    active_ = &carrier;
    return number_;
  }

  bool progress(std::uint64_t number) override { return number != number_ || progress(); }
  void finish(std::uint64_t number) override {
    if (number == number_) finish();
  }

  /// Returns whether the moves are over; true as well if there are none.
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
  // What buffers are made of: at least one piece each way, which may have to hold columns that are
  // four times as long as wanted. Without many buffers smaller pieces are better.
  static constexpr Index fewest_bytes = 512, many_buffers = 32, good_piece = Index{16} << 10;

  static Index checked_piece_bytes(const PlanOptions& options) {
    expect_transport("plan", options.transport);
    expect_piece_bytes("plan", options.piece_bytes);
    if (options.max_extra_bytes == 0) return options.piece_bytes;
    expect(options.max_extra_bytes >= fewest_bytes, "plan: max_extra_bytes is ",
           options.max_extra_bytes, ", but a plan needs at least ", fewest_bytes,
           "; give it that, or 0 for no bound");
    expect(options.transport != Transport::Datatypes,
           "plan: MPI's derived datatypes cannot be held to max_extra_bytes; choose another "
           "transport");
    const Index most = (options.max_extra_bytes - 256) / 8;
    const Index wanted = std::max(options.max_extra_bytes / many_buffers, good_piece);
    return std::max<Index>(1, std::min({options.piece_bytes, most, wanted}));
  }

  /// The same on all ranks. O(1) on the plan's own communicator
  void check_ranks(const char* whose, mpi::CommunicatorView comm) const {
    expect(!comm.is_null(), "plan: the ", whose,
           " was default-made or moved from; make it on the plan's communicator first");
    expect(&mpi::Context::of(comm) == &context_ || same_ranks(comm, context_.comm()), "plan: the ",
           whose,
           " lives on another communicator than the plan; make both on one that has all their "
           "ranks");
  }

  PieceWindow window() const { return {.max_bytes = options_.max_extra_bytes}; }

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
    const bool is_private = std::ranges::count(is_pulled, true) == 0;
    const bool large = are_large();
    for (const Route& route : routes_) {
      if (options_.transport == Transport::Datatypes)
        row.push_back(std::make_unique<DatatypeCarrier<T>>(route));
      else if (is_private && large && reads_peers())
        row.push_back(std::make_unique<PeerCarrier<T>>(route, context_, piece_bytes_));
      else if (is_private && (large || may_stage_little()) && stages())
        row.push_back(std::make_unique<StagedCarrier<T>>(route, context_, piece_bytes_, window()));
    }
    if (!row.empty()) return std::make_unique<CarrierRow<T>>(std::move(row));
    return std::make_unique<JointCarrier<T>>(routes_, is_pulled, !all_pulled, context_,
                                             piece_bytes_, window());
  }

  /// Whether a move that is not large may be staged: not where memory is bounded, and several moves
  /// at a time cost less in one exchange of messages.
  bool may_stage_little() const { return options_.max_extra_bytes == 0 && routes_.size() == 1; }

  /// Whether the moves are so large that reading others' memory costs less than staging it, or than
  /// packed messages, where there is a choice. Measured with two ranks.
  bool are_large() const {
    const double least_bytes = may_stage_little() ? 20 << 20 : 512 << 10;
    double bytes = 0;
    for (const Route& route : routes_) {
      const Shape shape = route.transfers.shape();
      bytes += static_cast<double>(shape.rows) * static_cast<double>(shape.cols) * sizeof(T);
    }
    return options_.transport != Transport::Automatic || bytes >= least_bytes * context_.size();
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
  Index piece_bytes_;
  std::optional<Index> message_bytes_;
  bool can_meet_ = false;
  std::vector<Route> routes_;
  std::vector<Choice> choices_;
  PlanStatistics of_dropped_;
  Carrier<T>* active_ = nullptr;
  std::uint64_t number_ = 0;
};

extern template class MoveEngine<float>;
extern template class MoveEngine<double>;
extern template class MoveEngine<c64>;
extern template class MoveEngine<c128>;
extern template class MoveEngine<std::int8_t>;
extern template class MoveEngine<std::int16_t>;
extern template class MoveEngine<std::int32_t>;
extern template class MoveEngine<std::int64_t>;
extern template class MoveEngine<std::uint8_t>;
extern template class MoveEngine<std::uint16_t>;
extern template class MoveEngine<std::uint32_t>;
extern template class MoveEngine<std::uint64_t>;

}  // namespace ashlar::detail
