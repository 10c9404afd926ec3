// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/plan.hpp>

#include <limits>

#include <ashlar/mpi/context.hpp>

#include "datatype_carrier.hpp"
#include "message_carrier.hpp"
#include "peer_carrier.hpp"
#include "place_piece.hpp"
#include "shared_carrier.hpp"
#include "transport.hpp"

namespace ashlar {

template <Element T>
class Plan<T>::Engine {
 public:
  Engine(mpi::Context& context, const Transfers& transfers, const PlanOptions& options)
      : route_(transfers, context.comm()), context_(context), options_(options) {
    if (options.transport == Transport::Datatypes)
      carrier_ = std::make_unique<detail::DatatypeCarrier<T>>(route_);
    else if (options.transport != Transport::Messages && context.is_single_node() &&
             detail::Meeting::of(context).is_available())
      shared_ = std::make_unique<detail::SharedCarrier<T>>(route_, context);
  }

  const detail::Route& route() const { return route_; }
  const PlanOptions& options() const { return options_; }

  Index buffer_bytes() const { return carrier_ ? carrier_->buffer_bytes() : 0; }

  void run(const detail::Operands<T>& operands) {
    if (!operands.target.combine.reads_source()) return scale_target(operands.target);
    // The same on all ranks: one node shares or does not, and a matrix is wrapped everywhere or
    // nowhere.
    const bool is_shared = shared_ && options_.transport != Transport::PeerMemory &&
                           !operands.source_storage.is_empty() &&
                           operands.source_storage.is_shared();
    expect(is_shared || options_.transport != Transport::SharedMemory,
           "plan: shared memory was asked for, but the source does not lie in memory that all "
           "ranks share; "
           "let the plan choose the transport");
    if (is_shared) return shared_->run(operands);
    if (!carrier_ && reads_peers())
      carrier_ = std::make_unique<detail::PeerCarrier<T>>(route_, context_, options_.piece_bytes);
    if (!carrier_)
      carrier_ =
          std::make_unique<detail::MessageCarrier<T>>(route_, context_, options_.piece_bytes);
    carrier_->run(operands);
  }

 private:
  /// Computes the new value of every element that others would have sent something to.
  void scale_target(const detail::TargetBlock& target) const {
    const detail::Placement place(route_.transfers.op());
    for (const Partner& partner : route_.receives.partners()) {
      Stream stream(route_.transfers, partner);
      for (;;) {
        const Piece piece = stream.next(std::numeric_limits<Index>::max());
        if (piece.length == 0) break;
        place.put<T>(piece, nullptr, 1, target);
      }
    }
  }

  /// Whether sources in private memory are read there.
  bool reads_peers() const {
    const bool can = shared_ && mpi::PeerMemory::of(context_).is_available();
    expect(can || options_.transport != Transport::PeerMemory,
           "plan: peer memory was asked for, but the ranks may not read each other's memory; let "
           "the plan choose the transport");
    return can;
  }

  detail::Route route_;  // the carriers refer to it
  mpi::Context& context_;
  PlanOptions options_;
  std::unique_ptr<detail::SharedCarrier<T>> shared_;
  std::unique_ptr<detail::Carrier<T>> carrier_;
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
  engine_ = std::make_unique<Engine>(context, transfers, options);
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
const PlanOptions& Plan<T>::options() const {
  return engine_->options();
}

template <Element T>
Index Plan<T>::buffer_bytes() const {
  return engine_->buffer_bytes();
}

template <Element T>
void Plan<T>::run(const DistMatrix<T>& source, const detail::Landing& target) {
  expect(source.layout() == transfers().source(), "plan: the source is ",
         source.layout().to_string(), ", but the plan was made for ",
         transfers().source().to_string());
  expect(*target.layout == transfers().target(), "plan: the target is ", target.layout->to_string(),
         ", but the plan was made for ", transfers().target().to_string());
  engine_->run({source.local(),
                source.storage(),
                {dtype_of<T>(), target, transfers().op()},
                source.storage_order()});
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
