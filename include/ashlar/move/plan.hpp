// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/layout/moves.hpp>
#include <ashlar/matrix/convert.hpp>
#include <ashlar/move/detail/operand.hpp>
#include <ashlar/move/pending_move.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/agree.hpp>

namespace ashlar {

namespace detail {
class MoveEngine;

/// Plan with a run-time element type.
class AnyPlan {
 public:
  AnyPlan(mpi::CommunicatorView comm, std::span<const Moves> moves, ElementType element,
          const PlanOptions& options);
  AnyPlan(AnyPlan&&) noexcept;
  AnyPlan& operator=(AnyPlan&&) noexcept;
  ~AnyPlan();

  std::span<const Moves> moves() const;
  ElementType element() const;
  const PlanOptions& options() const;
  Index buffer_bytes() const;
  Index peak_extra_bytes() const;
  PlanStatistics statistics() const;
  std::string to_string() const;
  AnyPlan reversed(ElementType element) const;

  void run(const Operand& source, const Target& target);
  PendingMove start(const Operand& source, const Target& target);
  void run(std::span<const std::pair<Operand, Target>> pairs);
  /// Runs within a collective call that has checked the operands.
  void run_checked(const Operand& source, const Target& target);
  void run_checked(std::span<const std::pair<Operand, Target>> pairs);
  PendingMove start(std::span<const std::pair<Operand, Target>> pairs);

 private:
  MoveEngine& engine() const;
  mpi::detail::BoundCommunicator comm_;
  std::shared_ptr<MoveEngine> engine_;  // shared with pending moves
};

/// @throws ArgumentError if elements that are bytes only were to be conjugated
void expect_bytes_only(Op op);

template <class M>
consteval bool is_whole() {
  static_assert(
      !requires(const std::remove_cvref_t<M>& m) { m.section(); },
      "a plan moves whole matrices: give the ranges as `source` and `target` of the "
      "TransferOptions that it is made from, or copy_into the views");
  return true;
}

/// Whole matrix of any kind, or array; the sections are those of the plan.
template <class M>
concept Plannable = Movable<M> && detail::is_whole<M>();

}  // namespace detail

/// Persistent operation (MPI) of one or several moves: a communication pattern with communicator
/// and buffers. It runs repeatedly between any matrices, replicas, block matrices or arrays of its
/// layouts.
///
/// Several moves share messages and one node synchronisation, which saves time for small or many
/// moves. A move must not write elements that another one reads or writes.
/// @example
///   Plan<double> plan(comm, transfers(tall, flat));
///   plan.run(a, b);
///   Plan<double> both(comm, {transfers(tall, flat), transfers(flat, wide)});
///   both.run({{a, b}, {c, d}});
template <Storable T>
class Plan {
 public:
  /// Source with elements of type T, target and factors of one move of a plan.
  class Pair {
   public:
    template <detail::Plannable S, detail::Plannable D>
    requires std::same_as<detail::MovableValueOf<S>, T> &&
             detail::ElementMovableTo<T, detail::MovableValueOf<D>>
    Pair(const S& from, D& to, const detail::ScalingOf<D>& scaling = {})
        : ends_(detail::operand_of(from), detail::target_of(to, scaling)) {}

    const std::pair<detail::Operand, detail::Target>& ends() const { return ends_; }

   private:
    std::pair<detail::Operand, detail::Target> ends_;
  };

  /// @param comm   [same] communicator of the matrices, with all ranks of both ends
  /// @param moves  [same] Transfers, Patchwork or ArrayTransfers
  /// @throws ArgumentError if the communicator has too few ranks, or an option is out of range
  /// @collective
  /// @cost  proportional to this rank's partners and the runs of a period, besides the buffers
  Plan(mpi::CommunicatorView comm, const Moves& moves, const PlanOptions& options = {})
      : plan_(comm, checked({&moves, 1}), detail::ElementType::of<T>(), options) {}
  /// Several moves, of any kinds.
  Plan(mpi::CommunicatorView comm, const std::vector<Moves>& moves, const PlanOptions& options = {})
      : plan_(comm, checked(moves), detail::ElementType::of<T>(), options) {}
  Plan(mpi::CommunicatorView comm, std::initializer_list<Moves> moves,
       const PlanOptions& options = {})
      : plan_(comm, checked({moves.begin(), moves.size()}), detail::ElementType::of<T>(), options) {
  }
  template <class M>
  requires(!std::same_as<M, Moves> && std::constructible_from<Moves, const M&>)
  Plan(mpi::CommunicatorView comm, const std::vector<M>& moves, const PlanOptions& options = {})
      : plan_(comm,
              checked(mpi::together(
                  comm, [&] { return std::vector<Moves>(moves.begin(), moves.end()); })),
              detail::ElementType::of<T>(), options) {}

  /// Moves of the plan.
  std::span<const Moves> moves() const { return plan_.moves(); }
  const PlanOptions& options() const { return plan_.options(); }
  /// Bytes of message buffers allocated so far on this rank. [local]
  Index buffer_bytes() const { return plan_.buffer_bytes(); }
  /// Maximum bytes of buffers in a run on this rank, for owned and wrapped sources; at most
  /// max_extra_bytes if given. Excludes address tables of up to about 100 KiB and memory of MPI.
  /// [local]
  Index peak_extra_bytes() const { return plan_.peak_extra_bytes(); }
  /// Bytes and messages of all runs, by transport. [local]
  PlanStatistics statistics() const { return plan_.statistics(); }
  /// Description: moves, this rank's part, and transports for owned and wrapped sources. [local]
  std::string to_string() const { return plan_.to_string(); }

  /// Plan of the inverse moves from B to A, with the same options. A triangle returns to its
  /// original place; every replica of the original source is written.
  /// @throws ArgumentError if a move conjugates opaque elements
  /// @collective
  /// @cost as a new plan
  /// @example auto back = plan.reversed();
  ///          back.run(b, a);
  template <Storable U = T>
  Plan<U> reversed() const {
    return Plan<U>(plan_.reversed(detail::ElementType::of<U>()));
  }

  /// Computes target := alpha * op(source) + beta * target in one pass, with conversion to the
  /// target's element type. On return this rank's part of the target is complete, and its part of
  /// the source may be written.
  /// @throws ArgumentError if an operand does not fit the plan or its communicator has other ranks
  /// or another rank order; if both operands are overlapping parts of one matrix (overlap in memory
  /// of the caller is not checked); if the transport is not available for the source or node
  /// @throws ForeignError if the memory of a source is not readable
  /// @throws OverflowError on all ranks, with Overflow::Refused
  /// @collective
  template <detail::Plannable S, detail::Plannable D>
  requires std::same_as<detail::MovableValueOf<S>, T> &&
           detail::ElementMovableTo<T, detail::MovableValueOf<D>>
  void run(const S& source, D& target, const detail::ScalingOf<D>& scaling = {}) {
    plan_.run(detail::operand_of(source), detail::target_of(target, scaling));
  }

  /// Executes all moves, one per pair, in the plan's order.
  /// @throws ArgumentError for another number of pairs, for a pair that writes elements of another,
  /// and as above
  /// @collective
  void run(std::span<const Pair> pairs) { plan_.run(ends_of(pairs)); }
  void run(std::initializer_list<Pair> pairs) { run(std::span(pairs.begin(), pairs.end())); }

  /// Starts a move to overlap it with work: posts receives and sends first pieces, after any
  /// pending move of this plan. With Transport::PeerMemory, also if chosen automatically, the move
  /// is complete on return; a staged move first completes earlier ones.
  /// @throws as run; ArgumentError with Overflow::Refused
  /// @collective
  template <detail::Plannable S, detail::Plannable D>
  requires std::same_as<detail::MovableValueOf<S>, T> &&
           detail::ElementMovableTo<T, detail::MovableValueOf<D>>
  PendingMove start(const S& source, D& target, const detail::ScalingOf<D>& scaling = {}) {
    return plan_.start(detail::operand_of(source), detail::target_of(target, scaling));
  }
  PendingMove start(std::span<const Pair> pairs) { return plan_.start(ends_of(pairs)); }
  PendingMove start(std::initializer_list<Pair> pairs) {
    return start(std::span(pairs.begin(), pairs.end()));
  }

 private:
  template <Storable U>
  friend class Plan;

  explicit Plan(detail::AnyPlan plan) : plan_(std::move(plan)) {
    if constexpr (!Element<T>)
      for (const Moves& what : plan_.moves()) detail::expect_bytes_only(what.op());
  }
  static std::span<const Moves> checked(std::span<const Moves> moves) {
    if constexpr (!Element<T>)
      for (const Moves& what : moves) detail::expect_bytes_only(what.op());
    return moves;
  }
  static std::vector<std::pair<detail::Operand, detail::Target>> ends_of(
      std::span<const Pair> pairs) {
    std::vector<std::pair<detail::Operand, detail::Target>> ends;
    for (const Pair& pair : pairs) ends.push_back(pair.ends());
    return ends;
  }

  detail::AnyPlan plan_;
};

}  // namespace ashlar
