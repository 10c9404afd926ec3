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
#include <ashlar/move/operand.hpp>
#include <ashlar/move/pending_move.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/agree.hpp>

namespace ashlar {

namespace detail {
class MoveEngine;

/// A plan whose element type is a value.
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
  /// As run within a collective call, for the operands that the plan was found by.
  void run_checked(const Operand& source, const Target& target);
  void run_checked(std::span<const std::pair<Operand, Target>> pairs);
  PendingMove start(std::span<const std::pair<Operand, Target>> pairs);

 private:
  MoveEngine& engine() const;
  mpi::BoundCommunicator comm_;
  std::shared_ptr<MoveEngine> engine_;  // a pending move keeps it
};
}  // namespace detail

namespace detail {
/// @throws ArgumentError if elements that are bytes only were to be conjugated
void expect_bytes_only(Op op);
}  // namespace detail

namespace detail {
template <class M>
consteval bool is_whole() {
  static_assert(
      !requires(const std::remove_cvref_t<M>& m) { m.section(); },
      "a plan moves whole matrices: give the ranges as `source` and `target` of the "
      "TransferOptions that it is made from, or copy_into the views");
  return true;
}
}  // namespace detail

/// A whole matrix of any kind, or an array: what plans move between. Sections are a plan's own.
template <class M>
concept Plannable = Movable<M> && detail::is_whole<M>();

/// One of several moves: a source of elements of type T, a target and what is computed there.
template <Storable T>
class MovePair {
 public:
  template <Plannable S, Plannable D>
  requires std::same_as<MovableValueOf<S>, T> && ElementMovableTo<T, MovableValueOf<D>>
  MovePair(const S& from, D& to, const ScalingOf<D>& scaling = {})
      : ends_(detail::operand_of(from), detail::target_of(to, scaling)) {}

  const std::pair<detail::Operand, detail::Target>& ends() const { return ends_; }

 private:
  std::pair<detail::Operand, detail::Target> ends_;
};

/// One or several moves made ready: what goes from whom to whom, bound to a communicator and to
/// buffers, but not to matrices. Built once, run as often as wanted between any two matrices,
/// replicas, block matrices or arrays that lie as it says.
///
/// Several moves of one plan are made in one exchange: whatever two ranks have for each other
/// shares messages, and the ranks of a node meet once. What one move reads or writes no other may
/// write. Where moves are small, or many, this saves the time of messages and meetings; large ones
/// take as long as one after the other.
/// @example
///   Plan<double> plan(comm, transfers(tall, flat));
///   plan.run(a, b);
///   Plan<double> both(comm, {transfers(tall, flat), transfers(flat, wide)});
///   both.run({{a, b}, {c, d}});
template <Storable T>
class Plan {
 public:
  /// @param comm   [same] the matrices' communicator; it must have all ranks of both ends
  /// @param moves  [same] what moves: Transfers, Patchwork or ArrayTransfers
  /// @throws ArgumentError if the communicator has too few ranks, or an option is out of its range
  /// @collective over `comm`
  /// @cost  in proportion to this rank's partners and pattern, besides the buffers
  Plan(mpi::CommunicatorView comm, const Moves& moves, const PlanOptions& options = {})
      : plan_(comm, checked({&moves, 1}), detail::ElementType::of<T>(), options) {}
  /// Several moves, which may be of different kinds.
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

  /// Moves that were planned.
  std::span<const Moves> moves() const { return plan_.moves(); }
  const PlanOptions& options() const { return plan_.options(); }
  /// Bytes of message buffers that this rank holds for the plan, as far as it has run. [local]
  Index buffer_bytes() const { return plan_.buffer_bytes(); }
  /// The most bytes of buffers that a run of this plan takes on this rank, wherever the source
  /// lies: at most max_extra_bytes, if that was given. Tables of addresses, some 100 KiB at most,
  /// and what MPI takes come on top. [local]
  Index peak_extra_bytes() const { return plan_.peak_extra_bytes(); }
  /// Bytes and messages so far, by way. [local]
  PlanStatistics statistics() const { return plan_.statistics(); }
  /// The plan for people: what moves, this rank's side of it, and how elements travel where the
  /// source is owned and where it is the caller's memory. [local]
  std::string to_string() const { return plan_.to_string(); }

  /// A plan for the way back: what this one moves from A to B, that one moves from B to A, with the
  /// same options. Of several moves each is turned round. A triangle comes back as the triangle
  /// that was taken; of a replicated source every replica is written.
  /// @throws ArgumentError if a move conjugates, and elements of type U are bytes only
  /// @collective over the communicator
  /// @cost that of a new plan
  /// @example auto back = plan.reversed();
  ///          back.run(b, a);
  template <Storable U = T>
  Plan<U> reversed() const {
    return Plan<U>(plan_.reversed(detail::ElementType::of<U>()));
  }

  /// target := alpha * op(source) + beta * target, and in the same pass. A rank may enter when its
  /// parts of both may be used; when it returns, its part of the target is complete and its part of
  /// the source is its own again. The target's elements may be of another type than the plan's, to
  /// which the source's are converted as they arrive.
  /// @throws ArgumentError if an end is not the one the plan was made for, if it lives on a
  /// communicator of other ranks or in another order, if source and target are overlapping sections
  /// of one matrix (memory of the caller is not looked at: see copy_into), if shared memory was
  /// asked for and the source does not lie in it, or peer memory or a stage and the node cannot
  /// @throws ForeignError if the memory of a source cannot be read
  /// @throws OverflowError on all ranks, where the options refuse overflow
  /// @collective over the communicator
  template <Plannable S, Plannable D>
  requires std::same_as<MovableValueOf<S>, T> && ElementMovableTo<T, MovableValueOf<D>>
  void run(const S& source, D& target, const ScalingOf<D>& scaling = {}) {
    plan_.run(detail::operand_of(source), detail::target_of(target, scaling));
  }

  /// Makes all moves, one for each pair, in the plan's order.
  /// @throws ArgumentError if there are more or fewer pairs than moves, if one writes what another
  /// reads or writes, and as the other form
  /// @collective over the communicator
  void run(std::span<const MovePair<T>> pairs) { plan_.run(ends_of(pairs)); }
  void run(std::initializer_list<MovePair<T>> pairs) { run(std::span(pairs.begin(), pairs.end())); }

  /// Starts such a move, to overlap it with work: receives are posted and the first pieces sent. A
  /// move of this plan that is still under way is waited for first. With Transport::PeerMemory, or
  /// where that is chosen, the move is over when start returns; a staged move ends earlier ones.
  /// @throws as run; ArgumentError if the options refuse overflow
  /// @collective over the communicator
  /// @example
  ///   PendingMove pending = plan.start(a, b);
  ///   while (!pending.test()) some_work();
  template <Plannable S, Plannable D>
  requires std::same_as<MovableValueOf<S>, T> && ElementMovableTo<T, MovableValueOf<D>>
  PendingMove start(const S& source, D& target, const ScalingOf<D>& scaling = {}) {
    return plan_.start(detail::operand_of(source), detail::target_of(target, scaling));
  }
  PendingMove start(std::span<const MovePair<T>> pairs) { return plan_.start(ends_of(pairs)); }
  PendingMove start(std::initializer_list<MovePair<T>> pairs) {
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
      std::span<const MovePair<T>> pairs) {
    std::vector<std::pair<detail::Operand, detail::Target>> ends;
    for (const MovePair<T>& pair : pairs) ends.push_back(pair.ends());
    return ends;
  }

  detail::AnyPlan plan_;
};

}  // namespace ashlar
