// SPDX-License-Identifier: BSD-3-Clause
#include "array_carrier.hpp"

#include <algorithm>

#include "move/kernels/choices.hpp"

namespace ashlar::detail {
namespace {

/// Elements that are copied directly at a time: few enough for the caches of the inner loops.
Index direct_piece(int element_bytes) { return (Index{1} << 20) / element_bytes; }

}  // namespace

ArrayRoute::ArrayRoute(const ArrayTransfers& what, int bytes, mpi::Context& on)
    : transfers(what),
      element_bytes(bytes),
      context(on),
      sends(transfers.sends_of(on.rank())),
      receives(transfers.receives_of(on.rank())) {
  for (const ArrayPartner& partner : receives.partners()) bytes_in += partner.elements * bytes;
}

bool ArrayRoute::streams() const { return bytes_in >= stream_from_bytes(); }

void BoxCopies::add(const ArrayRoute& route, const ArrayPartner& sender) {
  copies_.push_back(
      {sender.rank,
       BoxCopier(route.transfers.box(sender, sender.rank, route.context.rank()),
                 BoxCopier::Packed::None, route.element_bytes, direct_piece(route.element_bytes))});
}

ArrayCarrier::Codec::Codec(const ArrayRoute& route, const ArrayBox& box, bool sending,
                           Index piece_bytes, const ArrayCarrier& carrier)
    : copier_(box, sending ? BoxCopier::Packed::Target : BoxCopier::Packed::Source,
              route.element_bytes, std::max<Index>(1, piece_bytes / route.element_bytes)),
      element_bytes_(route.element_bytes),
      carrier_(carrier) {}

Index ArrayCarrier::Codec::pack(std::byte* buffer) {
  return copier_.next(carrier_.source_, buffer, false) * element_bytes_;
}

void ArrayCarrier::Codec::unpack(const std::byte* buffer, Index /*bytes*/) {
  copier_.next(buffer, carrier_.target_, carrier_.route_.streams());
}

ArrayCarrier::ArrayCarrier(const ArrayRoute& route, bool is_pulled, bool has_messages,
                           Index piece_bytes)
    : route_(route) {
  const mpi::Context& context = route.context;
  if (is_pulled) meeting_ = &Meeting::of(route.context);
  for (const ArrayPartner& partner : route.receives.partners()) {
    const auto node_rank = context.node_rank_of(partner.rank);
    if (partner.rank == context.rank() || (is_pulled && node_rank)) copies_.add(route, partner);
    if (partner.rank == context.rank() || !is_pulled || !node_rank) continue;
    readings_.push_back(*node_rank);
    bytes_of_others_ += partner.elements * route.element_bytes;
  }
  for (const ArrayPartner& partner : route.sends.partners()) {
    const auto node_rank = context.node_rank_of(partner.rank);
    if (is_pulled && node_rank && partner.rank != context.rank()) readers_.push_back(*node_rank);
  }
  if (!has_messages) return;
  auto sends = codecs(true, piece_bytes), receives = codecs(false, piece_bytes);
  exchange_.emplace(route.context, std::move(sends), std::move(receives));
}

std::vector<PiecePartner> ArrayCarrier::codecs(bool sending, Index piece_bytes) {
  const int me = route_.context.rank();
  std::vector<PiecePartner> result;
  for (const ArrayPartner& partner : (sending ? route_.sends : route_.receives).partners()) {
    if (partner.rank == me || (is_pulled() && route_.context.node_rank_of(partner.rank))) continue;
    const ArrayBox box = sending ? route_.transfers.box(partner, me, partner.rank)
                                 : route_.transfers.box(partner, partner.rank, me);
    result.push_back(
        {partner.rank, &codecs_.emplace_back(route_, box, sending, piece_bytes, *this)});
  }
  return result;
}

PlanStatistics ArrayCarrier::statistics() const {
  PlanStatistics result{.pulled_bytes = pulled_bytes_};
  if (exchange_) {
    result.messages_sent = exchange_->messages_sent();
    result.message_bytes_sent = exchange_->bytes_sent();
  }
  return result;
}

void ArrayCarrier::run(const ArrayOperands& operands) {
  source_ = operands.source;
  target_ = operands.target;
  const std::uint64_t round = is_pulled() ? meeting_->enter() : 0;
  try {
    if (exchange_) exchange_->start();
    if (is_pulled()) {
      // Messages go on while this rank waits for its node.
      while (exchange_ && !exchange_->is_finished() && !meeting_->have_entered(readings_, round))
        exchange_->progress();
      for (int node_rank : readings_) meeting_->wait_for_source(node_rank, round);
    }
    pull(operands);
    kernels().fence();
    if (is_pulled()) meeting_->leave(round);
    if (exchange_) exchange_->finish();
    for (int node_rank : readers_) meeting_->wait_for_reader(node_rank, round);
    kernels().fence();
  } catch (...) {  // the node's ranks must not wait for one that failed
    if (is_pulled()) meeting_->poison();
    throw;
  }
}

void ArrayCarrier::pull(const ArrayOperands& operands) {
  const mpi::Context& context = route_.context;
  copies_.run(target_, route_.streams(), [&](int rank) {
    return rank == context.rank()
               ? source_
               : static_cast<const std::byte*>(
                     operands.source_storage.part_of(*context.node_rank_of(rank)).data);
  });
  pulled_bytes_ += bytes_of_others_;
}

}  // namespace ashlar::detail
