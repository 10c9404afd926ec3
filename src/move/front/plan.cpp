// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/plan.hpp>

#include <ashlar/base/expect.hpp>

#include "move/engine/engine.hpp"
#include "same_move.hpp"

namespace ashlar::detail {
namespace {
std::vector<Ends> ends_of(std::span<const std::pair<Operand, Target>> pairs) {
  std::vector<Ends> ends;
  for (const auto& [source, target] : pairs) ends.push_back({&source, &target});
  return ends;
}
}  // namespace

AnyPlan::AnyPlan(mpi::CommunicatorView comm, std::vector<Movement> moves, DType element,
                 const PlanOptions& options) {
  const mpi::CollectiveCall call(comm, "Plan", mpi::same("the moves", moves),
                                 mpi::same("the element type", element),
                                 mpi::same("the options", options));
  engine_ =
      std::make_shared<MoveEngine>(mpi::Context::of(comm), std::move(moves), element, options);
}

AnyPlan::AnyPlan(AnyPlan&&) noexcept = default;
AnyPlan& AnyPlan::operator=(AnyPlan&&) noexcept = default;
AnyPlan::~AnyPlan() = default;

std::span<const Movement> AnyPlan::moves() const { return engine_->moves(); }
DType AnyPlan::element() const { return engine_->element(); }
const PlanOptions& AnyPlan::options() const { return engine_->options(); }
Index AnyPlan::buffer_bytes() const { return engine_->buffer_bytes(); }
Index AnyPlan::peak_extra_bytes() const { return engine_->peak_extra_bytes(); }
PlanStatistics AnyPlan::statistics() const { return engine_->statistics(); }

std::string AnyPlan::to_string() const { return engine().to_string(); }

MoveEngine& AnyPlan::engine() const {
  expect(engine_ != nullptr, "plan: it was moved from; use the one that it was moved to");
  return *engine_;
}

void AnyPlan::run(const Operand& source, const Target& target) {
  const Ends ends{&source, &target};
  const mpi::CollectiveCall call(engine().comm(), "Plan::run", mpi::same("the move", ends));
  engine().start({&ends, 1});
  engine().finish();
}

PendingMove AnyPlan::start(const Operand& source, const Target& target) {
  const Ends ends{&source, &target};
  const mpi::CollectiveCall call(engine().comm(), "Plan::start", mpi::same("the move", ends));
  const std::uint64_t number = engine().start({&ends, 1});
  return {engine_, number};
}

void AnyPlan::run(std::span<const std::pair<Operand, Target>> pairs) {
  const std::vector<Ends> ends = ends_of(pairs);
  const mpi::CollectiveCall call(engine().comm(), "Plan::run", mpi::same("the moves", ends));
  engine().start(ends);
  engine().finish();
}

PendingMove AnyPlan::start(std::span<const std::pair<Operand, Target>> pairs) {
  const std::vector<Ends> ends = ends_of(pairs);
  const mpi::CollectiveCall call(engine().comm(), "Plan::start", mpi::same("the moves", ends));
  const std::uint64_t number = engine().start(ends);
  return {engine_, number};
}

}  // namespace ashlar::detail
