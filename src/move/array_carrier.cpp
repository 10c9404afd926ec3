// SPDX-License-Identifier: BSD-3-Clause
#include "array_carrier.hpp"

#include <algorithm>

#include "choices.hpp"

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

BoxCopies::BoxCopies(const ArrayRoute& route, const ArrayShare& share, bool own_only) {
  const int me = route.context.rank();
  for (const ArrayPartner& partner : share.partners())
    if (!own_only || partner.rank == me)
      copies_.push_back({partner.rank, BoxCopier(route.transfers.box(partner, partner.rank, me),
                                                 BoxCopier::Packed::None, route.element_bytes,
                                                 direct_piece(route.element_bytes))});
}

SharedArrayCarrier::SharedArrayCarrier(const ArrayRoute& route)
    : route_(route), meeting_(Meeting::of(route.context)), copies_(route, route.receives, false) {
  const auto find_others = [&](const ArrayShare& share, std::vector<int>& node_ranks) {
    for (const ArrayPartner& partner : share.partners())
      if (partner.rank != route.context.rank())
        node_ranks.push_back(*route.context.node_rank_of(partner.rank));
  };
  find_others(route.receives, readings_);
  find_others(route.sends, readers_);
}

void SharedArrayCarrier::run(const ArrayOperands& operands) {
  const mpi::Context& context = route_.context;
  meeting_.enter();
  for (int node_rank : readings_) meeting_.wait_for_source(node_rank);
  try {
    copies_.run(operands.target, route_.streams(), [&](int rank) {
      return rank == context.rank()
                 ? operands.source
                 : static_cast<const std::byte*>(
                       operands.source_storage.part_of(*context.node_rank_of(rank)).data);
    });
    kernels().fence();
  } catch (...) {  // out of memory for a table: the others must not wait for this rank
    meeting_.poison();
    throw;
  }
  meeting_.leave();
  for (int node_rank : readers_) meeting_.wait_for_reader(node_rank);
}

ArrayMessageCarrier::Codec::Codec(const ArrayRoute& route, const ArrayBox& box, bool sending,
                                  Index piece_bytes, const ArrayMessageCarrier& carrier)
    : copier_(box, sending ? BoxCopier::Packed::Target : BoxCopier::Packed::Source,
              route.element_bytes, std::max<Index>(1, piece_bytes / route.element_bytes)),
      element_bytes_(route.element_bytes),
      carrier_(carrier) {}

Index ArrayMessageCarrier::Codec::pack(std::byte* buffer) {
  return copier_.next(carrier_.source_, buffer, false) * element_bytes_;
}

void ArrayMessageCarrier::Codec::unpack(const std::byte* buffer, Index /*bytes*/) {
  copier_.next(buffer, carrier_.target_, carrier_.streams_);
}

ArrayMessageCarrier::ArrayMessageCarrier(const ArrayRoute& route, Index piece_bytes)
    : route_(route), own_(route, route.receives, true) {
  auto sends = partners(route.sends, true, piece_bytes);
  auto receives = partners(route.receives, false, piece_bytes);
  exchange_.emplace(route.context, std::move(sends), std::move(receives));
}

std::vector<PiecePartner> ArrayMessageCarrier::partners(const ArrayShare& share, bool sending,
                                                        Index piece_bytes) {
  const int me = route_.context.rank();
  std::vector<PiecePartner> result;
  for (const ArrayPartner& partner : share.partners()) {
    if (partner.rank == me) continue;
    const ArrayBox box = sending ? route_.transfers.box(partner, me, partner.rank)
                                 : route_.transfers.box(partner, partner.rank, me);
    codecs_.push_back(std::make_unique<Codec>(route_, box, sending, piece_bytes, *this));
    result.push_back({partner.rank, codecs_.back().get()});
  }
  return result;
}

void ArrayMessageCarrier::run(const ArrayOperands& operands) {
  source_ = operands.source;
  target_ = operands.target;
  streams_ = route_.streams();
  exchange_->start();
  own_.run(target_, streams_, [&](int) { return source_; });
  exchange_->finish();
  kernels().fence();
}

}  // namespace ashlar::detail
