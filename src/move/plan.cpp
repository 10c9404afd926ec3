// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/plan.hpp>

#include <span>

#include <ashlar/mpi/context.hpp>

#include "move_engine.hpp"

namespace ashlar {

template <Element T>
class Plan<T>::Engine final : public detail::MoveEngine<T> {
 public:
  using detail::MoveEngine<T>::MoveEngine;
};

template <Element T>
Plan<T>::Plan(mpi::CommunicatorView comm, const Transfers& transfers, const PlanOptions& options) {
  mpi::Context& context = mpi::Context::of(comm);
  for (const Layout* layout : {&transfers.source(), &transfers.target()})
    expect(layout->ranks().required_size() <= context.size(), "plan: the layout ",
           layout->to_string(), " uses ranks up to ", layout->ranks().required_size() - 1,
           ", but the communicator has ", context.size(), " ranks");
  expect(options.piece_bytes >= 1 && options.piece_bytes <= Index{1} << 30, "plan: piece_bytes is ",
         options.piece_bytes, ", but must lie between 1 and 2^30");
  engine_ = std::make_unique<Engine>(context, std::span(&transfers, 1), options);
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
void Plan<T>::run(const DistMatrix<T>& source, const detail::Landing& target) {
  expect(source.layout() == transfers().source(), "plan: the source is ",
         source.layout().to_string(), ", but the plan was made for ",
         transfers().source().to_string());
  expect(*target.layout == transfers().target(), "plan: the target is ", target.layout->to_string(),
         ", but the plan was made for ", transfers().target().to_string());
  const detail::Operands<T> operands{source.local(),
                                     source.storage(),
                                     {dtype_of<T>(), target, transfers().op()},
                                     source.storage_order()};
  engine_->start({&operands, 1});
  engine_->finish();
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

}  // namespace ashlar
