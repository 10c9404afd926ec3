// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <mpi.h>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/context.hpp>

#include "exchange.hpp"
#include "message_cut.hpp"
#include "scratch.hpp"
#include "stretch_types.hpp"
#include "stretches.hpp"

namespace ashlar::detail {

/// What one rank exchanges with one other in one direction, cut into pieces.
///
/// A sender's codec packs, a receiver's unpacks; the two are different objects on different ranks
/// that must agree on the number of pieces and on what is in each. Pieces come in order. The sender
/// alone decides how long each one is, up to `max_piece_bytes`.
/// Packing and unpacking must not fail: take the memory that they need before the exchange starts.
class PieceCodec {
 public:
  PieceCodec() = default;
  PieceCodec(const PieceCodec&) = default;
  PieceCodec& operator=(const PieceCodec&) = default;
  virtual ~PieceCodec() = default;

  /// How many messages; 0 if nothing is to be exchanged. The same at both ends.
  virtual Index pieces() const = 0;
  /// No piece is longer. At most 2^30 bytes. The same at both ends.
  virtual Index max_piece_bytes() const = 0;
  /// Whether pieces are left to MPI as they lie, so that none can be cut. The same at both ends.
  virtual bool is_left_to_mpi() const { return false; }
  /// Goes back to the first piece. Called before the first piece of each exchange.
  virtual void rewind() = 0;
  /// Writes the next piece and returns its length in bytes. Only called on the sender.
  virtual Index pack(std::byte* buffer) = 0;
  /// Puts the next piece, `bytes` long, where it belongs. Only called on the receiver.
  virtual void unpack(const std::byte* buffer, Index bytes) = 0;
  /// The next piece as it is to be sent: in `buffer`, or where it lies already. Called instead of
  /// `pack`.
  /// @param may_have_gaps  whether there may be more than one stretch
  virtual Stretches<const std::byte> piece_to_send(std::byte* buffer, bool /*may_have_gaps*/) {
    return {buffer, pack(buffer)};
  }
  /// Where a piece that comes may be received because it belongs there as it is sent; or nothing.
  /// Asked once for each piece, in order, before it is unpacked from there.
  virtual Stretches<std::byte> place_to_receive(bool /*may_have_gaps*/) { return {}; }
};

/// One partner in one direction.
struct PiecePartner {
  int rank = 0;
  PieceCodec* codec = nullptr;  ///< must outlive the exchange
};

/// How much of an exchange is under way at once, in each direction.
struct PieceWindow {
  int channels = 8;     ///< partners that are served at the same time, at least 1
  int depth = 0;        ///< pieces under way for each, at least 1; 0: more where partners are few
  Index max_bytes = 0;  ///< of all buffers; fewer channels, then less depth keep to it, but each
                        ///< direction has one buffer at least; 0: no bound
};

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

  /// Takes buffers, posts the first receives and sends the first pieces. Several exchanges of a
  /// communicator may be under way, started in the same order on all ranks.
  /// @throws ArgumentError if it is under way already; std::bad_alloc before anything was posted
  /// @collective over context.comm(), ranks without partners included; returns without waiting
  void start() override;
  /// At most one piece each way.
  bool progress() override;
  void finish() override;
  bool is_finished() const override { return open_channels_ == 0; }

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
  /// A buffer's piece on its way.
  struct Transit {
    int messages = nothing;            // that have not come or gone yet
    Index bytes = 0;                   // that have
    const std::byte* place = nullptr;  // the buffer, or where the piece belongs

    static constexpr int nothing = -1;
    bool has_arrived() const { return messages == 0; }
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
  void measure();
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
  template <class Byte, class Start>
  void start_messages(const Channel& channel, std::size_t slot, const Stretches<Byte>& piece,
                      Start&& start);
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
  /// Whether no piece is left that was not started.
  bool all_is_under_way() const;
  void wait_for_all();
  void mark(std::size_t request, const MPI_Status& status);
  template <class Action>
  void guarded(Action&& action);

  mpi::Context& context_;
  PieceWindow window_;
  Side receives_, sends_;
  Index packed_ = 0, to_pack_ = 0;  // pieces
  int tag_ = 0;
  std::size_t open_channels_ = 0;
  bool has_failed_ = false;
  Scratch::Lease memory_;
  // Of all buffers, the receives' first.
  std::vector<Transit> transits_;
  std::size_t messages_per_buffer_ = 1;  // at most
  std::vector<MPI_Request> requests_;    // so many for each buffer
  std::vector<int> indices_;
  std::vector<bool> is_awaited_;  // for each request
  std::vector<MPI_Status> statuses_;
  StretchTypes types_;
  Index messages_sent_ = 0, bytes_sent_ = 0, bytes_since_look_ = 0;
};

}  // namespace ashlar::detail
