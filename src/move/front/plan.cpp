// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/plan.hpp>

#include <optional>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/engine/engine.hpp"
#include "node_numbers.hpp"
#include "same_move.hpp"

namespace ashlar::detail {
namespace {
std::vector<Ends> ends_of(std::span<const std::pair<Operand, Target>> pairs) {
  std::vector<Ends> ends;
  for (const auto& [source, target] : pairs) ends.push_back({&source, &target});
  return ends;
}

/// Move of the same elements from target to source. @collective if the target has replicas
Moves reversed_move(const Moves& what, mpi::Context& context) {
  std::optional<NearestReplica> nearest;
  const Replicas replicas = what.target_replicas();
  if (replicas.count() > 1) nearest.emplace(replicas, node_numbers(context));
  return what.reversed(std::move(nearest));
}

/// Refuses Overflow::Refused: completion of a started move has no collective call to count
/// overflows.
void expect_startable(const PlanOptions& options) {
  expect(options.overflow == Overflow::Infinite,
         "Plan::start: Overflow::Refused needs the answers of all ranks; call run, or ask "
         "statistics().overflows when the move is over");
}
}  // namespace

void expect_bytes_only(Op op) {
  expect(op != Op::ConjTrans,
         "move: elements that are neither real nor complex are moved as bytes, nothing is "
         "conjugated; take Op::Trans");
}

AnyPlan::AnyPlan(mpi::CommunicatorView comm, std::span<const Moves> moves, ElementType element,
                 const PlanOptions& options) {
  const mpi::CollectiveCall call(comm, "Plan", mpi::same("the moves", moves),
                                 mpi::same("the element type", element),
                                 mpi::same("the options", options));
  comm_ = mpi::detail::BoundCommunicator(comm);
  engine_ = MoveEngine::make(mpi::Context::of(comm), moves, element, options);
}

AnyPlan::AnyPlan(AnyPlan&&) noexcept = default;
AnyPlan& AnyPlan::operator=(AnyPlan&&) noexcept = default;
AnyPlan::~AnyPlan() = default;

std::span<const Moves> AnyPlan::moves() const { return engine_->moves(); }
ElementType AnyPlan::element() const { return engine_->element(); }
const PlanOptions& AnyPlan::options() const { return engine_->options(); }
Index AnyPlan::buffer_bytes() const { return engine_->buffer_bytes(); }
Index AnyPlan::peak_extra_bytes() const { return engine_->peak_extra_bytes(); }
PlanStatistics AnyPlan::statistics() const { return engine_->statistics(); }

AnyPlan AnyPlan::reversed(ElementType element) const {
  mpi::Context& context = mpi::Context::of(comm_.get());
  std::vector<Moves> back;
  for (const Moves& what : engine().moves()) back.push_back(reversed_move(what, context));
  return {comm_.get(), back, element, options()};
}

std::string AnyPlan::to_string() const { return engine().to_string(); }

MoveEngine& AnyPlan::engine() const {
  expect(engine_ != nullptr, "plan: it was moved from; use the one that it was moved to");
  (void)comm_.get();
  return *engine_;
}

void AnyPlan::run(const Operand& source, const Target& target) {
  const Ends ends{&source, &target};
  const mpi::CollectiveCall call(engine().comm(), "Plan::run", mpi::same("the move", ends));
  engine().run({&ends, 1});
}

PendingMove AnyPlan::start(const Operand& source, const Target& target) {
  const Ends ends{&source, &target};
  const mpi::CollectiveCall call(engine().comm(), "Plan::start", mpi::same("the move", ends));
  expect_startable(options());
  const std::uint64_t number = engine().start({&ends, 1});
  return {engine_, number};
}

void AnyPlan::run(std::span<const std::pair<Operand, Target>> pairs) {
  const std::vector<Ends> ends = ends_of(pairs);
  const mpi::CollectiveCall call(engine().comm(), "Plan::run", mpi::same("the moves", ends));
  engine().run(ends);
}

void AnyPlan::run_checked(const Operand& source, const Target& target) {
  const Ends ends{&source, &target};
  engine().run_checked({&ends, 1});
}

void AnyPlan::run_checked(std::span<const std::pair<Operand, Target>> pairs) {
  engine().run_checked(ends_of(pairs));
}

PendingMove AnyPlan::start(std::span<const std::pair<Operand, Target>> pairs) {
  const std::vector<Ends> ends = ends_of(pairs);
  const mpi::CollectiveCall call(engine().comm(), "Plan::start", mpi::same("the moves", ends));
  expect_startable(options());
  const std::uint64_t number = engine().start(ends);
  return {engine_, number};
}

}  // namespace ashlar::detail
