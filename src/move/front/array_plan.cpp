// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/array_plan.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <ashlar/mpi/context.hpp>

#include "move/engine/array_carrier.hpp"
#include "move/engine/operand_checks.hpp"
#include "move/engine/option_checks.hpp"

namespace ashlar {

template <Element T>
class ArrayPlan<T>::Engine {
 public:
  Engine(mpi::Context& context, const ArrayTransfers& transfers, const PlanOptions& options)
      : route_(transfers, sizeof(T), context), options_(options) {
    if (options.transport != Transport::Messages)
      can_meet_ = detail::Meeting::of(context).is_available();
  }

  const ArrayTransfers& transfers() const { return route_.transfers; }
  const PlanOptions& options() const { return options_; }
  Index buffer_bytes() const {
    Index most = 0;
    for (const auto& carrier : carriers_)
      if (carrier) most = std::max(most, carrier->buffer_bytes());
    return most;
  }
  PlanStatistics statistics() const {
    PlanStatistics sum;
    for (const auto& carrier : carriers_)
      if (carrier) sum = sum + carrier->statistics();
    return sum;
  }

  void run(const DistArray<T>& source, DistArray<T>& target) {
    for (const DistArray<T>* array : {&source, static_cast<const DistArray<T>*>(&target)})
      expect(&mpi::Context::of(array->comm()) == &route_.context ||
                 detail::same_ranks(array->comm(), route_.context.comm()),
             "array plan: an array lives on another communicator than the plan; make both on one "
             "that has all their ranks");
    const bool is_pulled = can_meet_ && !source.is_wrapped() && source.storage().is_shared();
    // The same on all ranks of a single node, as an array is wrapped everywhere or nowhere.
    const bool all_pulled = is_pulled && route_.context.is_single_node();
    expect(all_pulled || options_.transport != Transport::SharedMemory,
           "array plan: shared memory was asked for, but the source does not lie in memory that "
           "all ranks share; let the plan choose the transport");
    auto& carrier = carriers_[is_pulled ? 1 : 0];
    if (!carrier) carrier.emplace(route_, is_pulled, !all_pulled, options_.piece_bytes);
    carrier->run({reinterpret_cast<const std::byte*>(source.local().data()), source.storage(),
                  reinterpret_cast<std::byte*>(target.local().data())});
  }

 private:
  detail::ArrayRoute route_;  // the carriers refer to it
  PlanOptions options_;
  bool can_meet_ = false;
  // For sources in memory of a rank's own, and in memory that its node shares.
  std::array<std::optional<detail::ArrayCarrier>, 2> carriers_;
};

template <Element T>
ArrayPlan<T>::ArrayPlan(mpi::CommunicatorView comm, const ArrayTransfers& transfers,
                        const PlanOptions& options) {
  mpi::Context& context = mpi::Context::of(comm);
  for (const Distribution* array : {&transfers.source(), &transfers.target()})
    expect(array->nprocs() <= context.size(), "array plan: a distribution has ", array->nprocs(),
           " processes, but the communicator has only ", context.size(), " ranks");
  detail::expect_segments_or_messages("array plan", "arrays", options.transport);
  detail::expect_piece_bytes("array plan", options.piece_bytes);
  engine_ = std::make_unique<Engine>(context, transfers, options);
}

template <Element T>
ArrayPlan<T>::ArrayPlan(ArrayPlan&&) noexcept = default;
template <Element T>
ArrayPlan<T>& ArrayPlan<T>::operator=(ArrayPlan&&) noexcept = default;
template <Element T>
ArrayPlan<T>::~ArrayPlan() = default;

template <Element T>
const ArrayTransfers& ArrayPlan<T>::transfers() const {
  return engine_->transfers();
}

template <Element T>
const PlanOptions& ArrayPlan<T>::options() const {
  return engine_->options();
}

template <Element T>
Index ArrayPlan<T>::buffer_bytes() const {
  return engine_->buffer_bytes();
}

template <Element T>
PlanStatistics ArrayPlan<T>::statistics() const {
  return engine_->statistics();
}

template <Element T>
void ArrayPlan<T>::run(const DistArray<T>& source, DistArray<T>& target) {
  expect(engine_ != nullptr, "array plan: it was moved from; use the one that it was moved to");
  expect(!source.comm().is_null() && !target.comm().is_null(),
         "array plan: an array was default-made or moved from; make it on a communicator first");
  expect(source.distribution() == transfers().source(),
         "array plan: the source is dealt in another way than the plan was made for; make it with "
         "plan.transfers().source()");
  expect(target.distribution() == transfers().target(),
         "array plan: the target is dealt in another way than the plan was made for; make it with "
         "plan.transfers().target()");
  engine_->run(source, target);
}

template class ArrayPlan<float>;
template class ArrayPlan<double>;
template class ArrayPlan<c64>;
template class ArrayPlan<c128>;
template class ArrayPlan<std::int8_t>;
template class ArrayPlan<std::int16_t>;
template class ArrayPlan<std::int32_t>;
template class ArrayPlan<std::int64_t>;
template class ArrayPlan<std::uint8_t>;
template class ArrayPlan<std::uint16_t>;
template class ArrayPlan<std::uint32_t>;
template class ArrayPlan<std::uint64_t>;

}  // namespace ashlar
