// SPDX-License-Identifier: BSD-3-Clause
#include "piece_exchange.hpp"

#include <algorithm>
#include <utility>

#include <ashlar/base/expect.hpp>
#include <ashlar/mpi/check.hpp>

#include "move_tags.hpp"
#include "partner_order.hpp"

namespace ashlar::detail {
namespace {

// Packed and unpacked between two calls of MPI: some 10 us. After little work a look is not worth
// it, as a rank that finds nothing to do in MPI may have to give its processor away.
constexpr Index bytes_between_looks = Index{64} << 10;

Index whole_lines(Index bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

PieceExchange::PieceExchange(mpi::Context& context, std::vector<PiecePartner> sends,
                             std::vector<PiecePartner> receives, const PieceWindow& window)
    : context_(context),
      window_(window),
      receives_(make_side(std::move(receives), false)),
      sends_(make_side(std::move(sends), true)) {
  measure();
}

PieceExchange::~PieceExchange() {
  try {
    if (!has_failed_) finish();
  } catch (...) {
    // Said by whoever called before, or by the partners.
  }
  if (!has_failed_) return;
  memory_.abandon();
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    // What comes late must not be put into the caller's memory.
    if (k < sends_.first_slot * messages_per_buffer_) MPI_Cancel(&requests_[k]);
    MPI_Request_free(&requests_[k]);
  }
}

PieceExchange::Side PieceExchange::make_side(std::vector<PiecePartner> partners,
                                             bool sending) const {
  sort_by_distance(partners, context_, sending);
  Side side;
  side.channels.resize(
      std::min(partners.size(), static_cast<std::size_t>(std::max(1, window_.channels))));
  for (const PiecePartner& partner : partners) side.ways.push_back(way_to(partner.rank));
  side.partners = std::move(partners);
  return side;
}

MessageCut::Way PieceExchange::way_to(int rank) const {
  if (!context_.node_rank_of(rank)) return MessageCut::Way::Far;
  return context_.is_oversubscribed() ? MessageCut::Way::Crowded : MessageCut::Way::Near;
}

void PieceExchange::measure() {
  // Two buffers let one piece travel while another is packed; where partners are few, more of them
  // bridge the times in which a rank packs and does not let MPI go on.
  constexpr Index buffers_in_all = 16, fewest = 2, most = 8, most_bytes = Index{2} << 20;
  int messages = 1;
  for (Side* side : {&receives_, &sends_}) {
    Index longest = 0, pieces = 1, behind = 0;
    for (std::size_t k = 0; k < side->partners.size(); ++k) {
      const PieceCodec& codec = *side->partners[k].codec;
      const MessageCut cut = cut_for(*side, k);
      messages = std::max(messages, cut.messages());
      longest = std::max(longest, codec.max_piece_bytes());
      pieces = std::max(pieces, codec.pieces());
      if (side == &receives_ && cut.is_copied()) behind = StretchTypes::line;
    }
    side->slot_bytes = whole_lines(longest) + behind;
    Index channels = std::max<Index>(1, std::ssize(side->channels));
    Index depth =
        window_.depth > 0 ? window_.depth : std::clamp(buffers_in_all / channels, fewest, most);
    // Long pieces bridge as much with fewer buffers.
    if (longest > 0) depth = std::min(depth, std::max(fewest, most_bytes / longest));
    depth = std::min(depth, pieces);
    if (window_.max_bytes > 0 && longest > 0) {
      const Index buffers = std::max<Index>(1, window_.max_bytes / 2 / side->slot_bytes);
      channels = std::min(channels, std::max<Index>(1, buffers / fewest));
      depth = std::min(depth, std::max<Index>(1, buffers / channels));
      if (!side->channels.empty()) side->channels.resize(static_cast<std::size_t>(channels));
    }
    side->depth = static_cast<std::size_t>(depth);
  }
  sends_.first_slot = receives_.channels.size() * receives_.depth;
  const std::size_t slots = sends_.first_slot + sends_.channels.size() * sends_.depth;
  transits_.assign(slots, {});
  messages_per_buffer_ = static_cast<std::size_t>(messages);
  const std::size_t requests = slots * messages_per_buffer_;
  requests_.assign(requests, MPI_REQUEST_NULL);
  indices_.resize(requests);
  is_awaited_.resize(requests);
  statuses_.resize(requests);
}

Index PieceExchange::buffer_bytes() const { return receives_.bytes() + sends_.bytes(); }

void PieceExchange::start() {
  expect(is_finished() && !has_failed_,
         "piece exchange: started again before it was finished; call finish() first");
  tag_ = MoveTags::next(context_);
  measure();
  packed_ = to_pack_ = 0;
  for (const PiecePartner& partner : sends_.partners) to_pack_ += partner.codec->pieces();
  memory_ = Scratch::of(context_).take(buffer_bytes());
  receives_.buffers = memory_.data();
  sends_.buffers = memory_.data() + receives_.bytes();
  for (Side* side : {&receives_, &sends_}) {
    side->next = side->turn = 0;
    for (Channel& channel : side->channels) open(*side, channel);
  }
  guarded([&] {
    post_receives();
    while (send_one()) look_now_and_then();
  });
}

bool PieceExchange::progress() {
  if (!is_finished()) {
    guarded([&] {
      look(false);
      work();
    });
  }
  return is_finished();
}

void PieceExchange::finish() {
  guarded([&] {
    while (!is_finished()) {
      if (work()) look_now_and_then();
      else look(true);
    }
  });
}

template <class Action>
void PieceExchange::guarded(Action&& action) {
  try {
    action();
  } catch (...) {
    has_failed_ = true;
    throw;
  }
  if (is_finished()) memory_.release();
}

bool PieceExchange::work() {
  retire_sends();
  bool did = unpack_one();
  did = post_receives() || did;
  look_now_and_then();
  return send_one() || did;
}

/// Gives a channel its next partner, if there is one.
void PieceExchange::open(Side& side, Channel& channel) {
  if (channel.codec != nullptr) --open_channels_;
  channel = {};
  while (side.next < side.partners.size()) {
    const std::size_t number = side.next++;
    const PiecePartner& partner = side.partners[number];
    if (partner.codec->pieces() == 0) continue;
    partner.codec->rewind();
    channel = {.codec = partner.codec,
               .rank = partner.rank,
               .pieces = partner.codec->pieces(),
               .cut = cut_for(side, number)};
    ++open_channels_;
    return;
  }
}

/// Calls start(message, first byte, description, request) for each message of a piece. The last
/// ones may be empty. Only what is one message may have gaps.
template <class Byte, class Start>
void PieceExchange::start_messages(const Channel& channel, std::size_t slot,
                                   const Stretches<Byte>& piece, Start&& start) {
  const Index most = channel.cut.most(), bytes = piece.size();
  for (int m = 0; m < channel.cut.messages(); ++m) {
    const Index offset = std::min(bytes, m * most);
    const Stretches<Byte> part{piece.data + offset, std::min(most, bytes - offset)};
    start(m, part.data, types_.of(channel.cut.messages() == 1 ? piece : part),
          &requests_[slot * messages_per_buffer_ + static_cast<std::size_t>(m)]);
  }
  transits_[slot] = {.messages = channel.cut.messages(), .place = piece.data};
}

void PieceExchange::close_piece(Side& side, Channel& channel) {
  transits_[side.slot(static_cast<std::size_t>(&channel - side.channels.data()),
                      channel.finished)] = {};
  if (++channel.finished == channel.pieces) open(side, channel);
}

bool PieceExchange::post_receives() {
  bool did = false;
  for (std::size_t c = 0; c < receives_.channels.size(); ++c) {
    Channel& channel = receives_.channels[c];
    for (; has_free_buffer(receives_, channel); ++channel.started, did = true)
      post_receive(channel, receives_.slot(c, channel.started));
  }
  return did;
}

void PieceExchange::post_receive(Channel& channel, std::size_t slot) {
  const bool is_copied = channel.cut.is_copied();
  Stretches<std::byte> piece = channel.codec->place_to_receive(is_copied);
  const bool is_buffered = piece.empty();
  if (is_buffered) piece = {receives_.buffer(slot), channel.codec->max_piece_bytes()};
  start_messages(channel, slot, piece,
                 [&](int, std::byte* data, StretchTypes::Description what, MPI_Request* request) {
                   if (is_buffered && is_copied) what = types_.copied(piece.bytes);
                   mpi::check(MPI_Irecv(data, what.count, what.type, channel.rank, tag_,
                                        context_.comm().native(), request),
                              "MPI_Irecv");
                 });
}

bool PieceExchange::send_one() {
  for (std::size_t k = 0; k < sends_.channels.size(); ++k) {
    const std::size_t c = (sends_.turn + k) % sends_.channels.size();
    Channel& channel = sends_.channels[c];
    if (!has_free_buffer(sends_, channel)) continue;
    const std::size_t slot = sends_.slot(c, channel.started++);
    // Only where the buffer is wanted again does it matter whether the receiver keeps up.
    const bool is_reused = channel.started + static_cast<Index>(sends_.depth) <= channel.pieces;
    const Stretches<const std::byte> piece =
        channel.codec->piece_to_send(sends_.buffer(slot), channel.cut.is_copied());
    start_messages(channel, slot, piece,
                   [&](int message, const std::byte* data, StretchTypes::Description what,
                       MPI_Request* request) {
                     const bool is_last = message + 1 == channel.cut.messages();
                     mpi::check((is_reused && is_last ? MPI_Issend : MPI_Isend)(
                                    data, what.count, what.type, channel.rank, tag_,
                                    context_.comm().native(), request),
                                "MPI_Isend");
                   });
    const Index bytes = piece.size();
    messages_sent_ += channel.cut.messages();
    bytes_sent_ += bytes;
    if (piece.data == sends_.buffer(slot)) bytes_since_look_ += bytes;
    sends_.turn = c + 1;
    if (beside_) beside_(++packed_, to_pack_);
    return true;
  }
  return false;
}

bool PieceExchange::unpack_one() {
  for (std::size_t k = 0; k < receives_.channels.size(); ++k) {
    const std::size_t c = (receives_.turn + k) % receives_.channels.size();
    Channel& channel = receives_.channels[c];
    if (channel.codec == nullptr) continue;
    const std::size_t slot = receives_.slot(c, channel.finished);
    if (!transits_[slot].has_arrived()) continue;
    channel.codec->unpack(transits_[slot].place, transits_[slot].bytes);
    if (transits_[slot].place == receives_.buffer(slot)) bytes_since_look_ += transits_[slot].bytes;
    close_piece(receives_, channel);
    receives_.turn = c + 1;
    return true;
  }
  return false;
}

void PieceExchange::retire_sends() {
  for (std::size_t c = 0; c < sends_.channels.size(); ++c) {
    Channel& channel = sends_.channels[c];
    while (channel.codec != nullptr && transits_[sends_.slot(c, channel.finished)].has_arrived())
      close_piece(sends_, channel);
  }
}

void PieceExchange::look_now_and_then() {
  if (bytes_since_look_ >= bytes_between_looks) look(false);
}

void PieceExchange::look(bool must_wait) {
  bytes_since_look_ = 0;
  // Who is called for each message that comes must be given a processor each time.
  if (must_wait && context_.is_oversubscribed() && all_is_under_way()) return wait_for_all();
  int count = 0;
  const int size = static_cast<int>(requests_.size());
  if (must_wait)
    mpi::check(MPI_Waitsome(size, requests_.data(), &count, indices_.data(), statuses_.data()),
               "MPI_Waitsome");
  else
    mpi::check(MPI_Testsome(size, requests_.data(), &count, indices_.data(), statuses_.data()),
               "MPI_Testsome");
  for (int k = 0; k < count; ++k)  // none if `count` is MPI_UNDEFINED, which is negative
    mark(static_cast<std::size_t>(indices_[static_cast<std::size_t>(k)]),
         statuses_[static_cast<std::size_t>(k)]);
}

bool PieceExchange::all_is_under_way() const {
  for (const Side* side : {&receives_, &sends_}) {
    if (side->next < side->partners.size()) return false;
    for (const Channel& channel : side->channels)
      if (channel.started < channel.pieces) return false;
  }
  return true;
}

void PieceExchange::wait_for_all() {
  for (std::size_t k = 0; k < requests_.size(); ++k)
    is_awaited_[k] = requests_[k] != MPI_REQUEST_NULL;
  mpi::check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses_.data()),
             "MPI_Waitall");
  for (std::size_t k = 0; k < requests_.size(); ++k)
    if (is_awaited_[k]) mark(k, statuses_[k]);
}

/// Notes that a request is over.
void PieceExchange::mark(std::size_t request, const MPI_Status& status) {
  const std::size_t slot = request / messages_per_buffer_;
  int bytes = 0;
  if (slot < sends_.first_slot)
    mpi::check(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  transits_[slot].bytes += bytes;
  --transits_[slot].messages;
}

}  // namespace ashlar::detail
