// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/plan.hpp>

#include <ashlar/mpi/context.hpp>

#include "datatype_carrier.hpp"
#include "message_carrier.hpp"
#include "transport.hpp"

namespace ashlar {

template <Element T>
class Plan<T>::Engine {
 public:
  Engine(mpi::CommunicatorView comm, const Transfers& transfers, const PlanOptions& options)
      : route_(transfers, comm) {
    if (options.transport == Transport::Datatypes)
      carrier_ = std::make_unique<detail::DatatypeCarrier<T>>(route_);
    else
      carrier_ = std::make_unique<detail::MessageCarrier<T>>(route_, options.piece_bytes);
  }

  const detail::Route& route() const { return route_; }
  detail::Carrier<T>& carrier() { return *carrier_; }

 private:
  detail::Route route_;  // the carrier refers to it
  std::unique_ptr<detail::Carrier<T>> carrier_;
};

template <Element T>
Plan<T>::Plan(mpi::CommunicatorView comm, const Transfers& transfers, const PlanOptions& options) {
  const mpi::CommunicatorView ours = mpi::Context::of(comm).comm();
  for (const Layout* layout : {&transfers.source(), &transfers.target()})
    expect(layout->ranks().required_size() <= ours.size(), "plan: the layout ", layout->to_string(), " uses ranks up to ",
           layout->ranks().required_size() - 1, ", but the communicator has ", ours.size(), " ranks");
  expect(options.piece_bytes >= 1 && options.piece_bytes <= Index{1} << 30, "plan: piece_bytes is ",
         options.piece_bytes, ", but must lie between 1 and 2^30");
  engine_ = std::make_unique<Engine>(ours, transfers, options);
}

template <Element T>
Plan<T>::Plan(Plan&&) noexcept = default;
template <Element T>
Plan<T>& Plan<T>::operator=(Plan&&) noexcept = default;
template <Element T>
Plan<T>::~Plan() = default;

template <Element T>
const Transfers& Plan<T>::transfers() const {
  return engine_->route().transfers;
}

template <Element T>
Index Plan<T>::buffer_bytes() const {
  return engine_->carrier().buffer_bytes();
}

template <Element T>
void Plan<T>::run(const DistMatrix<T>& source, DistMatrix<T>& target) {
  expect(source.layout() == transfers().source(), "plan: the source is ", source.layout().to_string(),
         ", but the plan was made for ", transfers().source().to_string());
  expect(target.layout() == transfers().target(), "plan: the target is ", target.layout().to_string(),
         ", but the plan was made for ", transfers().target().to_string());
  engine_->carrier().run(source.local(), target.local());
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
