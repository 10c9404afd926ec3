// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include <ashlar/layout/transfers.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/landing.hpp>
#include <ashlar/move/pending_move.hpp>
#include <ashlar/move/plan.hpp>

namespace ashlar {

/// What one of several moves is made between: a source, a target and what is computed there.
template <Element T>
struct MovePair {
  template <Element To>
  requires ElementMovableTo<T, To> MovePair(const DistMatrix<T>& from, DistMatrix<To>& to,
                                            const Scaling<To>& scaling = {})
      : source(&from), target(detail::landing(MatrixView<To>(to), scaling)) {}
  MovePair(const DistMatrix<T>& from, const detail::Landing& to) : source(&from), target(to) {}

  const DistMatrix<T>* source;
  detail::Landing target;
};

/// Several moves of one communicator that are made in one exchange: whatever two ranks have for
/// each other shares messages, and the ranks of a node meet once. For elements of one type;
/// layouts, sections, operations and triangles may all differ. What one move reads or writes no
/// other may write.
///
/// Where moves are small, or many, this saves the time of messages and meetings; large ones take as
/// long as one after the other.
/// @example
///   JointPlan<double> plan(comm, {transfers(tall, flat), transfers(flat, wide)});
///   plan.run({{a, b}, {c, d}});
template <Element T>
class JointPlan {
 public:
  /// @param comm   [same] the matrices' communicator; it must have all ranks of all layouts
  /// @param moves  [same]
  /// @throws ArgumentError if the communicator has too few ranks
  /// @collective over `comm`
  JointPlan(mpi::CommunicatorView comm, std::vector<Transfers> moves,
            const PlanOptions& options = {});
  JointPlan(JointPlan&&) noexcept;
  JointPlan& operator=(JointPlan&&) noexcept;
  ~JointPlan();

  const std::vector<Transfers>& transfers() const;
  const PlanOptions& options() const;
  /// As those of Plan.
  Index buffer_bytes() const;
  Index peak_extra_bytes() const;
  PlanStatistics statistics() const;

  /// Makes all moves, one for each pair, in the plan's order. As Plan::run.
  /// @throws ArgumentError if there are more or fewer pairs than moves, if one writes what another
  /// reads or writes, and as Plan::run
  /// @collective over the communicator
  void run(std::span<const MovePair<T>> pairs);
  void run(std::initializer_list<MovePair<T>> pairs) { run(std::span(pairs.begin(), pairs.end())); }

  /// Starts them all. As Plan::start. @collective over the communicator
  PendingMove start(std::span<const MovePair<T>> pairs);
  PendingMove start(std::initializer_list<MovePair<T>> pairs) {
    return start(std::span(pairs.begin(), pairs.end()));
  }

 private:
  class Engine;
  std::shared_ptr<Engine> engine_;
};

}  // namespace ashlar
