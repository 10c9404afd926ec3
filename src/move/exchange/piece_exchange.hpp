// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/context.hpp>

#include "exchange.hpp"
#include "message_cut.hpp"
#include "messages_under_way.hpp"
#include "piece_codec.hpp"
#include "piece_window.hpp"
#include "scratch.hpp"

namespace ashlar::detail {

/// Packed messages between this rank and its partners: nonblocking, bounded in memory whatever is
/// exchanged, packed and unpacked in turn so that messages travel meanwhile.
///
/// Each partner that is being served (a channel) has `depth` buffers of one piece. A piece is
/// packed into a free buffer and sent; a received one is unpacked at once and its buffer posted
/// again. MPI is asked to go on between pieces, and the thread waits only where nothing can be
/// done.
///
/// A piece is one message; between hosts it is several, which networks send off without asking the
/// receiver first: over TCP both the question and the answer would queue behind data that go the
/// other way, and the two directions would take turns. The last message of a piece is complete when
/// the receiver has taken it up, so a sender is never more than `depth` pieces ahead. How what is
/// little travels within a node: see MessageCut.
///
/// A piece that lies in one stretch at the sender is sent from there, and one that belongs into one
/// at the receiver is received there; where both is so, MPI moves it in one copy. Several long
/// stretches are left to MPI where it copies anyway.
///
/// Only `channels` partners are served at a time, yet nobody waits for ever: all ranks take their
/// partners in the order of the distance (receiver - sender) mod P, so the unfinished pair of
/// smallest distance in the whole communicator is being served at both ends.
///
/// A rank that fails in the midst of an exchange, such as one without memory for packing, sends
/// empty messages in place of its other pieces and drops those that come, so that no partner waits
/// for it; a partner that receives such a piece fails, too. A packed piece without elements is one
/// byte long.
///
/// Elements that stay on this rank are not its business: leave this rank out of both lists.
/// @example
///   PieceExchange exchange(context, {{1, &packs_for_1}}, {{2, &unpacks_from_2}});
///   exchange.start();
///   something_else();          // with exchange.progress() now and then
///   exchange.finish();
class PieceExchange final : public Exchange {
 public:
  /// @param sends, receives  [local] in any order; every sender must be its receiver's partner.
  ///        Ranks are those of context.comm(), not this one's own
  PieceExchange(mpi::Context& context, std::vector<PiecePartner> sends,
                std::vector<PiecePartner> receives, const PieceWindow& window = {});
  /// Completes an exchange that is under way, unless it failed.
  ~PieceExchange() override;

  Index buffer_bytes() const override;

  void prepare() override;
  /// Takes buffers, posts the first receives and sends the first pieces. Several exchanges of a
  /// communicator may be under way, started in the same order on all ranks.
  /// @throws ArgumentError if it is under way already; std::bad_alloc before anything was posted
  /// @collective over context.comm(), ranks without partners included; returns without waiting
  void start() override;
  /// At most one piece each way.
  bool progress() override;
  void finish() override;
  bool is_finished() const override { return open_channels_ == 0; }

  void abandon() noexcept override { has_failed_ = has_failed_ || !is_finished(); }
  Index pieces_over() const override { return pieces_over_; }
  Index messages_sent() const override { return messages_sent_; }
  Index bytes_sent() const override { return bytes_sent_; }

 private:
  /// A partner that is being served: its piece k travels through buffer k % depth.
  struct Channel {
    PieceCodec* codec = nullptr;  // null if no partner is left
    int rank = 0;
    Index pieces = 0, started = 0, finished = 0;
    MessageCut cut;
  };
  /// One direction.
  struct Side {
    std::vector<PiecePartner> partners;  // in the order in which they are served
    std::vector<MessageCut::Way> ways;   // to each of them
    std::size_t next = 0;                // the next of them
    std::vector<Channel> channels;
    std::size_t turn = 0;        // the channel that comes next
    std::size_t depth = 1;       // buffers of a channel
    Index slot_bytes = 0;        // from one buffer to the next
    std::size_t first_slot = 0;  // number of the first buffer
    std::byte* buffers = nullptr;

    std::size_t slot(std::size_t channel, Index piece) const {
      return first_slot + channel * depth + static_cast<std::size_t>(piece) % depth;
    }
    std::byte* buffer(std::size_t slot) const {
      return buffers + static_cast<Index>(slot - first_slot) * slot_bytes;
    }
    Index bytes() const { return static_cast<Index>(channels.size() * depth) * slot_bytes; }
  };

  Side make_side(std::vector<PiecePartner> partners, bool sending) const;
  void take_slots();
  void open(Side& side, Channel& channel);
  MessageCut::Way way_to(int rank) const;
  static MessageCut cut_for(const Side& side, std::size_t partner) {
    const PieceCodec& codec = *side.partners[partner].codec;
    if (codec.is_left_to_mpi()) return MessageCut::none(codec.max_piece_bytes());
    return {side.ways[partner], codec.pieces(), codec.max_piece_bytes()};
  }
  static bool has_free_buffer(const Side& side, const Channel& channel) {
    return channel.started < channel.pieces &&
           channel.started - channel.finished < static_cast<Index>(side.depth);
  }
  MessagesUnderWay::Address address_of(const Channel& channel) const {
    return {context_.comm().native(), channel.rank, tag_};
  }
  void post_receive(Channel& channel, std::size_t slot);
  void close_piece(Side& side, Channel& channel);

  bool post_receives();
  bool send_one();
  bool unpack_one();
  void retire_sends();
  /// Does what needs no looking: returns whether that was anything.
  bool work();
  void look_now_and_then();
  /// Lets MPI go on, and marks what has come or gone; waits for something of that if asked.
  void look(bool must_wait);
  /// True if no piece is left that was not started.
  bool all_is_under_way() const;
  template <class Action>
  void guarded(Action&& action);
  void withdraw() noexcept;

  mpi::Context& context_;
  PieceWindow window_;
  Side receives_, sends_;
  Index packed_ = 0, to_pack_ = 0;  // pieces
  int tag_ = 0;
  std::size_t open_channels_ = 0;
  bool has_failed_ = false;
  bool is_withdrawn_ = false;  // no element is read or written any more
  Scratch::Lease memory_;
  MessagesUnderWay messages_;
  Index pieces_over_ = 0;  // in all runs
  Index messages_sent_ = 0, bytes_sent_ = 0, bytes_since_look_ = 0;
};

}  // namespace ashlar::detail
