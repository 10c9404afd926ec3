// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ashlar/move/pending_move.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/context.hpp>

#include "carrier.hpp"

namespace ashlar::detail {

/// Several moves of one communicator, executed together by a carrier chosen by their sources.
class MoveEngine final : public Operation {
 public:
  /// @param element  type of the transferred elements, of all sources
  MoveEngine(mpi::Context& context, std::vector<Moves> moves, ElementType element,
             const PlanOptions& options);
  /// @pre WayChoice::make_meeting_place(context, options.transport)
  /// @throws ArgumentError, std::bad_alloc on this rank
  static std::shared_ptr<MoveEngine> make(mpi::Context& context, std::span<const Moves> moves,
                                          ElementType element, const PlanOptions& options);
  MoveEngine(const MoveEngine&) = delete;
  MoveEngine& operator=(const MoveEngine&) = delete;
  ~MoveEngine() override;

  mpi::CommunicatorView comm() const { return context_.comm(); }
  std::span<const Moves> moves() const { return moves_; }
  ElementType element() const { return element_; }
  const PlanOptions& options() const { return options_; }

  Index buffer_bytes() const;
  PlanStatistics statistics() const;
  Index peak_extra_bytes();
  /// Text about the moves and their ways. [local]
  std::string to_string() const;

  /// Starts the moves, after completion of the previous ones; returns their number.
  /// @throws ArgumentError if an operand does not fit the plan, or a move reads elements that a
  /// move writes
  std::uint64_t start(std::span<const Ends> ends);

  bool progress(std::uint64_t number) override { return number != number_ || progress(); }
  void finish(std::uint64_t number) override {
    if (number == number_) finish();
  }
  /// Executes the moves.
  /// @throws as start; OverflowError on all ranks, with Overflow::Refused
  /// @collective
  void run(std::span<const Ends> ends);
  /// Executes the moves unchecked, for a plan found by its moves.
  /// @pre check_ends passes
  void run_checked(std::span<const Ends> ends);

  /// Progresses; returns true if no move is under way.
  bool progress();
  void finish();

 private:
  PieceWindow window() const { return {.max_bytes = options_.max_extra_bytes}; }
  Carrier& wanted_carrier();
  Carrier& made_carrier(bool has_exchange);
  bool is_first() const;
  void set_wanted(std::span<const Ends> ends);
  template <class Then>
  std::uint64_t start_checked(std::span<const Ends> ends, Then&& then);
  template <class F>
  void for_the_first_time(F&& f);
  void scale_targets(std::span<const Ends> ends);
  template <class Action>
  void guarded(Action&& action);
  void drop_first();

  static constexpr std::size_t most_carriers = 4;

  mpi::Context& context_;
  std::vector<Moves> moves_;
  ElementType element_;
  PlanOptions options_;
  Index piece_bytes_;
  std::optional<Index> message_bytes_;
  Carrier::Routes routes_;
  std::optional<WayChoice> way_;
  CarrierKind wanted_;  // of the run that starts
  std::vector<std::unique_ptr<Carrier>> carriers_;
  PlanStatistics of_dropped_;
  Carrier* active_ = nullptr;
  std::uint64_t number_ = 0;
  bool has_run_ = false;
};

}  // namespace ashlar::detail
