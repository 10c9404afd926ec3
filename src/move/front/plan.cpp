// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/plan.hpp>

#include <ashlar/base/expect.hpp>

#include "move/engine/engine.hpp"

namespace ashlar::detail {

AnyPlan::AnyPlan(mpi::CommunicatorView comm, std::vector<Movement> moves, DType element,
                 const PlanOptions& options)
    : engine_(std::make_shared<MoveEngine>(mpi::Context::of(comm), std::move(moves), element,
                                           options)) {}

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
  engine().start({&ends, 1});
  engine().finish();
}

PendingMove AnyPlan::start(const Operand& source, const Target& target) {
  const Ends ends{&source, &target};
  const std::uint64_t number = engine().start({&ends, 1});
  return {engine_, number};
}

namespace {
std::vector<Ends> ends_of(std::span<const std::pair<Operand, Target>> pairs) {
  std::vector<Ends> ends;
  for (const auto& [source, target] : pairs) ends.push_back({&source, &target});
  return ends;
}
}  // namespace

void AnyPlan::run(std::span<const std::pair<Operand, Target>> pairs) {
  engine().start(ends_of(pairs));
  engine().finish();
}

PendingMove AnyPlan::start(std::span<const std::pair<Operand, Target>> pairs) {
  const std::uint64_t number = engine().start(ends_of(pairs));
  return {engine_, number};
}

}  // namespace ashlar::detail
