// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/context.hpp>

#include "exchange.hpp"
#include "messages_under_way.hpp"
#include "piece_codec.hpp"
#include "piece_window.hpp"
#include "scratch.hpp"

namespace ashlar::detail {

/// Exchange of packed pieces by nonblocking messages with bounded memory.
///
/// Each served partner (a channel) has `depth` buffers of one piece. A piece is packed into a free
/// buffer and sent; a received piece is unpacked at once and its buffer posted again. MPI
/// progresses between pieces; the thread waits only without other work.
///
/// A piece is one message; between hosts it is several, below the rendezvous threshold: over TCP
/// the handshake would queue behind data in the other direction, and directions would alternate.
/// The last message of a piece completes with its matching receive, so a sender is at most `depth`
/// pieces ahead. Small pieces within a node: see MessageCut.
///
/// Contiguous pieces are sent from and received in the user's memory, with one copy if both ends
/// are contiguous. Several long stretches are described by datatypes where MPI copies in any case.
///
/// At most `channels` partners are served at a time, without deadlock: all ranks take partners in
/// the order of the distance (receiver - sender) mod P, so both ends serve the unfinished pair of
/// smallest distance.
///
/// A rank that fails, for example without memory for packing, sends empty messages for its
/// remaining pieces and drops received ones; their receivers fail, too. A packed piece without
/// elements has one byte.
///
/// Elements that stay on this rank are not part of the exchange.
/// @example
///   PieceExchange exchange(context, {{1, &packs_for_1}}, {{2, &unpacks_from_2}});
///   exchange.start();
///   something_else();          // with exchange.progress() now and then
///   exchange.finish();
class PieceExchange final : public Exchange {
 public:
  /// @param sends, receives  [local] in any order, matched at both ends; other ranks of
  ///                         context.comm()
  PieceExchange(mpi::Context& context, std::vector<PiecePartner> sends,
                std::vector<PiecePartner> receives, const PieceWindow& window = {});
  /// Completes the exchange, unless it failed.
  ~PieceExchange() override;

  Index buffer_bytes() const override;

  void prepare() override;
  /// Allocates buffers, posts the first receives and sends the first pieces, without waiting.
  /// Several exchanges may be under way, started in the same order on all ranks.
  /// @throws ArgumentError if it is under way; std::bad_alloc before the first message
  /// @collective over context.comm(), ranks without partners included
  void start() override;
  /// Processes at most one piece per direction.
  bool progress() override;
  void finish() override;
  bool is_finished() const override { return open_channels_ == 0; }

  void abandon() noexcept override { has_failed_ = has_failed_ || !is_finished(); }
  Index pieces_over() const override { return pieces_over_; }
  Index messages_sent() const override { return messages_sent_; }
  Index bytes_sent() const override { return bytes_sent_; }

 private:
  /// Served partner: its piece k uses buffer k % depth.
  struct Channel {
    PieceCodec* codec = nullptr;  // null without a partner
    int rank = 0;
    Index pieces = 0, started = 0, finished = 0;
    MessageCut cut;
  };
  struct Side {
    std::vector<PiecePartner> partners;  // in the order of service
    std::vector<MessageCut::Way> ways;   // to each partner
    std::size_t next = 0;
    std::vector<Channel> channels;
    std::size_t turn = 0;        // next channel
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
  /// Processes pieces without waiting; returns true if any.
  bool work();
  void look_now_and_then();
  /// Progresses MPI and records completed messages; waits for one if asked.
  void look(bool must_wait);
  /// True if all pieces were started.
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
  bool is_withdrawn_ = false;  // elements are neither read nor written
  Scratch::Lease memory_;
  MessagesUnderWay messages_;
  Index pieces_over_ = 0;
  Index messages_sent_ = 0, bytes_sent_ = 0, bytes_since_look_ = 0;
};

}  // namespace ashlar::detail
