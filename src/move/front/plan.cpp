// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/plan.hpp>

#include <span>

#include <ashlar/mpi/context.hpp>

#include "move/engine/move_engine.hpp"

namespace ashlar {

template <Element T>
class Plan<T>::Engine final : public detail::MoveEngine<T> {
 public:
  using detail::MoveEngine<T>::MoveEngine;
};

template <Element T>
Plan<T>::Plan(mpi::CommunicatorView comm, const Transfers& transfers, const PlanOptions& options)
    : engine_(std::make_shared<Engine>(mpi::Context::of(comm), std::span(&transfers, 1), options)) {
}

template <Element T>
Plan<T>::Plan(Plan&&) noexcept = default;
template <Element T>
Plan<T>& Plan<T>::operator=(Plan&&) noexcept = default;
template <Element T>
Plan<T>::~Plan() = default;

template <Element T>
const Transfers& Plan<T>::transfers() const {
  return engine_->routes().front().transfers;
}

template <Element T>
const PlanOptions& Plan<T>::options() const {
  return engine_->options();
}

template <Element T>
Index Plan<T>::buffer_bytes() const {
  return engine_->buffer_bytes();
}

template <Element T>
PlanStatistics Plan<T>::statistics() const {
  return engine_->statistics();
}

template <Element T>
Index Plan<T>::peak_extra_bytes() const {
  return engine_->peak_extra_bytes();
}

template <Element T>
void Plan<T>::run(const DistMatrix<T>& source, const detail::Landing& target) {
  expect(engine_ != nullptr, "plan: it was moved from; use the one that it was moved to");
  const detail::Operands<T> operands = engine_->operands(0, source, target);
  engine_->start({&operands, 1});
  engine_->finish();
}

template <Element T>
PendingMove Plan<T>::start(const DistMatrix<T>& source, const detail::Landing& target) {
  expect(engine_ != nullptr, "plan: it was moved from; use the one that it was moved to");
  const detail::Operands<T> operands = engine_->operands(0, source, target);
  return {engine_, engine_->start({&operands, 1})};
}

template class Plan<float>;
template class Plan<double>;
template class Plan<c64>;
template class Plan<c128>;
template class Plan<std::int8_t>;
template class Plan<std::int16_t>;
template class Plan<std::int32_t>;
template class Plan<std::int64_t>;
template class Plan<std::uint8_t>;
template class Plan<std::uint16_t>;
template class Plan<std::uint32_t>;
template class Plan<std::uint64_t>;

namespace detail {
template class MoveEngine<float>;
template class MoveEngine<double>;
template class MoveEngine<c64>;
template class MoveEngine<c128>;
template class MoveEngine<std::int8_t>;
template class MoveEngine<std::int16_t>;
template class MoveEngine<std::int32_t>;
template class MoveEngine<std::int64_t>;
template class MoveEngine<std::uint8_t>;
template class MoveEngine<std::uint16_t>;
template class MoveEngine<std::uint32_t>;
template class MoveEngine<std::uint64_t>;
}  // namespace detail

}  // namespace ashlar
