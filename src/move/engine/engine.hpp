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

/// Several moves of one communicator that are made together, and how they are carried: chosen by
/// where the sources lie, when they are known.
class MoveEngine final : public Operation {
 public:
  /// @param element  type of the elements that travel, of all sources
  MoveEngine(mpi::Context& context, std::vector<Moves> moves, ElementType element,
             const PlanOptions& options);
  /// @pre what the options need of the context is made (WayChoice::make_meeting_place)
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
  /// The moves and how they travel, for people. [local]
  std::string to_string() const;

  /// Starts the moves, after those that are under way; returns their number.
  /// @throws ArgumentError if an operand is not what the plan was made for, or a move would read
  /// what it or another one writes
  std::uint64_t start(std::span<const Ends> ends);

  bool progress(std::uint64_t number) override { return number != number_ || progress(); }
  void finish(std::uint64_t number) override {
    if (number == number_) finish();
  }
  /// Makes the moves.
  /// @throws as start; OverflowError on all ranks, if that is what the options want
  /// @collective
  void run(std::span<const Ends> ends);
  /// The same for ends whose layouts and sections are those of the moves, as of a plan found by
  /// them.
  /// @pre check_ends passes
  void run_checked(std::span<const Ends> ends);

  /// Returns whether the moves are over; true as well if there are none.
  bool progress();
  void finish();

 private:
  PieceWindow window() const { return {.max_bytes = options_.max_extra_bytes}; }
  Carrier& wanted_carrier();
  Carrier& made_carrier(bool has_exchange);
  bool is_first() const;
  void want(std::span<const Ends> ends);
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
