// SPDX-License-Identifier: BSD-3-Clause
#include "piece_exchange.hpp"

#include <algorithm>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "base/tuning.hpp"

namespace ashlar::detail {
namespace {

Index whole_lines(Index bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

PieceExchange::PieceExchange(mpi::Context& context, std::vector<PiecePartner> sends,
                             std::vector<PiecePartner> receives, const PieceWindow& window)
    : context_(context),
      window_(window),
      receives_(make_side(std::move(receives), false)),
      sends_(make_side(std::move(sends), true)) {
  take_slots();
}

PieceExchange::~PieceExchange() {
  try {
    if (!has_failed_) finish();
  } catch (...) {
    // Thrown before, or reported by the partners.
  }
  if (!has_failed_) return;
  memory_.abandon();
  messages_.abandon();
}

PieceExchange::Side PieceExchange::make_side(std::vector<PiecePartner> partners,
                                             bool sending) const {
  sort_by_distance(partners, context_, sending);
  Side side;
  for (const PiecePartner& partner : partners) side.ways.push_back(way_to(partner.rank));
  side.partners = std::move(partners);
  return side;
}

MessageCut::Way PieceExchange::way_to(int rank) const {
  if (!context_.node_rank_of(rank)) return MessageCut::Way::Far;
  return context_.is_oversubscribed() ? MessageCut::Way::Crowded : MessageCut::Way::Near;
}

void PieceExchange::take_slots() {
  int messages = 1;
  for (Side* side : {&receives_, &sends_}) {
    PieceLoad load{.partners = std::ssize(side->partners)};
    Index behind = 0;
    for (std::size_t k = 0; k < side->partners.size(); ++k) {
      const PieceCodec& codec = *side->partners[k].codec;
      const MessageCut cut = cut_for(*side, k);
      messages = std::max(messages, cut.messages());
      load.longest = std::max(load.longest, codec.max_piece_bytes());
      load.pieces = std::max(load.pieces, codec.pieces());
      if (side == &receives_ && cut.is_copied()) behind = StretchTypes::line;
    }
    load.slot_bytes = side->slot_bytes = whole_lines(load.longest) + behind;
    const PieceBuffers buffers = buffers_for(load, window_);
    side->channels.resize(static_cast<std::size_t>(buffers.channels));
    side->depth = static_cast<std::size_t>(buffers.depth);
  }
  sends_.first_slot = receives_.channels.size() * receives_.depth;
  messages_.reserve(sends_.first_slot, sends_.channels.size() * sends_.depth, messages);
}

Index PieceExchange::buffer_bytes() const { return receives_.bytes() + sends_.bytes(); }

void PieceExchange::prepare() {
  (void)MoveTags::of(context_);
  take_slots();
  if (memory_.data() == nullptr) memory_ = Scratch::of(context_).take(buffer_bytes());
}

void PieceExchange::start() {
  expect(is_finished() && !has_failed_,
         "piece exchange: started again before it was finished; call finish() first");
  prepare();
  tag_ = MoveTags::next(context_);
  packed_ = to_pack_ = 0;
  for (const PiecePartner& partner : sends_.partners) to_pack_ += partner.codec->pieces();
  receives_.buffers = memory_.data();
  sends_.buffers = memory_.data() + receives_.bytes();
  for (Side* side : {&receives_, &sends_}) side->next = side->turn = 0;
  guarded([&] {
    for (Side* side : {&receives_, &sends_})
      for (Channel& channel : side->channels) open(*side, channel);
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
  } catch (const TimeoutError&) {
    has_failed_ = true;
    throw;
  } catch (const MpiError&) {
    has_failed_ = true;
    throw;
  } catch (...) {
    withdraw();
    throw;
  }
  if (is_finished()) memory_.release();
}

/// Completes the exchange with empty messages.
void PieceExchange::withdraw() noexcept {
  is_withdrawn_ = true;
  try {
    for (Side* side : {&receives_, &sends_})
      for (Channel& channel : side->channels)
        if (channel.codec == nullptr) open(*side, channel);
    while (!is_finished())
      if (!work()) look(true);
    memory_.release();
  } catch (...) {
    has_failed_ = true;
  }
  is_withdrawn_ = false;
}

bool PieceExchange::work() {
  retire_sends();
  bool did = unpack_one();
  did = post_receives() || did;
  look_now_and_then();
  return send_one() || did;
}

/// Assigns the next partner to a channel, if any is left.
void PieceExchange::open(Side& side, Channel& channel) {
  if (channel.codec != nullptr) --open_channels_;
  channel = {};
  while (side.next < side.partners.size()) {
    const std::size_t number = side.next++;
    const PiecePartner& partner = side.partners[number];
    if (partner.codec->pieces() == 0) continue;
    channel = {.codec = partner.codec,
               .rank = partner.rank,
               .pieces = partner.codec->pieces(),
               .cut = cut_for(side, number)};
    ++open_channels_;
    if (!is_withdrawn_) partner.codec->rewind();
    return;
  }
}

void PieceExchange::close_piece(Side& side, Channel& channel) {
  messages_.close(
      side.slot(static_cast<std::size_t>(&channel - side.channels.data()), channel.finished));
  ++pieces_over_;
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
  Stretches<std::byte> piece;
  if (!is_withdrawn_) piece = channel.codec->place_to_receive(is_copied);
  const bool is_buffered = piece.empty();
  if (is_buffered) piece = {receives_.buffer(slot), channel.codec->max_piece_bytes()};
  messages_.receive(slot, channel.cut, piece, is_buffered && is_copied, address_of(channel));
}

bool PieceExchange::send_one() {
  for (std::size_t k = 0; k < sends_.channels.size(); ++k) {
    const std::size_t c = (sends_.turn + k) % sends_.channels.size();
    Channel& channel = sends_.channels[c];
    if (!has_free_buffer(sends_, channel)) continue;
    const std::size_t slot = sends_.slot(c, channel.started);
    Stretches<const std::byte> piece;
    Index bytes = 0;
    if (!is_withdrawn_) {
      piece = channel.codec->piece_to_send(sends_.buffer(slot), channel.cut.is_copied());
      bytes = piece.size();
      if (bytes == 0 && !channel.codec->is_left_to_mpi()) piece = {sends_.buffer(slot), 1};
    }
    ++channel.started;
    // Only reused buffers need flow control.
    const bool is_reused = channel.started + static_cast<Index>(sends_.depth) <= channel.pieces;
    messages_.send(slot, channel.cut, piece, is_reused, address_of(channel));
    messages_sent_ += channel.cut.messages();
    bytes_sent_ += bytes;
    if (piece.data == sends_.buffer(slot)) bytes_since_look_ += bytes;
    sends_.turn = c + 1;
    if (beside_ && !is_withdrawn_) beside_(++packed_, to_pack_);
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
    if (!messages_.is_over(slot)) continue;
    const Stretches<const std::byte> piece = messages_.received(slot);
    if (!is_withdrawn_) {
      // Pieces of MPI datatypes may have no elements; their size is known only in place.
      const bool is_known =
          !channel.codec->is_left_to_mpi() || piece.data != receives_.buffer(slot);
      if (piece.bytes == 0 && is_known && messages_.is_wanted(slot))
        throw OutOfMemory(concat("move: rank ", channel.rank,
                                 " has left the move, out of memory or after another error"),
                          0);
      channel.codec->unpack(piece.data, piece.bytes);
    }
    if (piece.data == receives_.buffer(slot)) bytes_since_look_ += piece.bytes;
    close_piece(receives_, channel);
    receives_.turn = c + 1;
    return true;
  }
  return false;
}

void PieceExchange::retire_sends() {
  for (std::size_t c = 0; c < sends_.channels.size(); ++c) {
    Channel& channel = sends_.channels[c];
    while (channel.codec != nullptr && messages_.is_over(sends_.slot(c, channel.finished)))
      close_piece(sends_, channel);
  }
}

void PieceExchange::look_now_and_then() {
  if (bytes_since_look_ >= tuning().bytes_between_looks) look(false);
}

void PieceExchange::look(bool must_wait) {
  bytes_since_look_ = 0;
  if (!must_wait) messages_.look();
  // On an oversubscribed node each wake-up costs a processor switch.
  else if (context_.is_oversubscribed() && all_is_under_way())
    messages_.wait_for_all(context_.comm());
  else messages_.wait_for_some(context_.comm());
}

bool PieceExchange::all_is_under_way() const {
  for (const Side* side : {&receives_, &sends_}) {
    if (side->next < side->partners.size()) return false;
    for (const Channel& channel : side->channels)
      if (channel.started < channel.pieces) return false;
  }
  return true;
}

}  // namespace ashlar::detail
