// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <mpi.h>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "base/tuning.hpp"
#include "piece_codec.hpp"

namespace ashlar::detail {

/// Number of messages per piece between two ranks, and choice of MPI's copy through shared memory.
///
/// MPI implementations such as Open MPI have three protocols within a node. Messages up to 4 KiB,
/// headers included, are eager. Longer contiguous ones are read from the sender's memory by one
/// system call, whose latency equals 20 KiB through shared memory; small pieces are thus cut into
/// eager messages. Messages with gaps are copied through shared memory by both ranks concurrently.
/// That is faster up to some MiB per pair, unless both ends are in place or both ranks share a
/// processor.
class MessageCut {
 public:
  MessageCut() = default;
  enum class Way {
    Far,      ///< between nodes
    Near,     ///< within a node
    Crowded,  ///< within an oversubscribed node: copies delay other ranks
  };

  /// @param longest  bytes of the longest piece
  MessageCut(Way way, Index pieces, Index longest) {
    if (way == Way::Far) most_ = bytes_between_hosts;
    else if (longest <= sent_at_once) most_ = bytes_at_once;
    else most_ = std::max<Index>(1, longest);
    messages_ = static_cast<int>((std::max<Index>(1, longest) - 1) / most_ + 1);
    is_copied_ = way == Way::Near && longest > sent_at_once &&
                 pieces * longest <= tuning().copied_pieces_bytes;
  }

  /// One message per piece of at most `longest` bytes.
  static MessageCut none(Index longest) {
    MessageCut cut;
    cut.most_ = std::max<Index>(1, longest);
    return cut;
  }

  /// Messages of each piece; the last ones of short pieces are empty.
  int messages() const { return messages_; }
  /// Bytes of each message before the last non-empty one.
  Index most() const { return most_; }
  /// True if receives should have a datatype with a gap.
  bool is_copied() const { return is_copied_; }

 private:
  // Between hosts: Open MPI over TCP uses rendezvous from 64 KiB on, headers included; other
  // networks lose little at this size.
  static constexpr Index bytes_between_hosts = Index{60} << 10;
  static constexpr Index bytes_at_once = 4032, sent_at_once = 4 * Index{4096};

  Index most_ = 1;
  int messages_ = 1;
  bool is_copied_ = false;
};

/// Cache of the MPI datatypes of an exchange's messages.
class StretchTypes {
 public:
  struct Description {
    int count;
    MPI_Datatype type;
  };

  /// Gap before the unwritten last byte of `copied`.
  static constexpr Index line = 64;

  template <class Byte>
  Description of(const Stretches<Byte>& stretches) {
    if (stretches.type != MPI_DATATYPE_NULL) return {1, stretches.type};
    if (stretches.count == 1)
      return {checked_int(stretches.bytes, "the size of a message in bytes"), MPI_BYTE};
    const int count = checked_int(stretches.count, "number of blocks");
    const int length = checked_int(stretches.bytes, "block length");
    return {1, kept({stretches.bytes, stretches.count, stretches.stride}, [&](MPI_Datatype* type) {
              return MPI_Type_create_hvector(count, length, MPI_Aint{stretches.stride}, MPI_BYTE,
                                             type);
            })};
  }

  /// Describes received bytes with a gap: an additional byte, never received, one cache
  /// line behind them.
  Description copied(Index bytes) {
    const int lengths[] = {checked_int(bytes, "block length"), 1};
    const MPI_Aint places[] = {0, MPI_Aint{bytes + line - 1}};
    return {1, kept({bytes, 0, 0}, [&](MPI_Datatype* type) {
              return MPI_Type_create_hindexed(2, lengths, places, MPI_BYTE, type);
            })};
  }

 private:
  static constexpr std::size_t most_types = 64;
  using Key = std::array<Index, 3>;
  struct Kept {
    Key key{};
    mpi::Datatype type;
  };

  /// Never allocates: lack of memory within an exchange would block partners.
  template <class Make>
  MPI_Datatype kept(const Key& key, Make&& make) {
    for (std::size_t k = 0; k < count_; ++k)
      if (types_[k].key == key) return types_[k].type.native();
    MPI_Datatype made = MPI_DATATYPE_NULL;
    mpi::check(make(&made), "MPI_Type_create");
    mpi::Datatype type = mpi::Datatype::adopt(made);
    type.commit();
    if (count_ == most_types) count_ = 0;  // messages under way retain their types
    types_[count_] = {key, std::move(type)};
    return types_[count_++].type.native();
  }

  std::array<Kept, most_types> types_{};
  std::size_t count_ = 0;
};

/// Nonblocking messages of pieces. Each slot (number of a buffer) has at most one piece under way,
/// in one message or several. Slots of receives precede those of sends.
class MessagesUnderWay {
 public:
  MessagesUnderWay() = default;
  MessagesUnderWay(const MessagesUnderWay&) = delete;
  MessagesUnderWay& operator=(const MessagesUnderWay&) = delete;

  /// Allocates all requests. @pre no message is under way
  /// @param messages  of a piece, at most
  void reserve(std::size_t receives, std::size_t sends, int messages);

  /// Envelope of one exchange with a rank.
  struct Address {
    MPI_Comm comm;
    int rank, tag;
  };
  /// Posts the receive of a piece, in place or in a buffer.
  /// @param is_described_with_gap  see StretchTypes::copied
  void receive(std::size_t slot, const MessageCut& cut, const Stretches<std::byte>& place,
               bool is_described_with_gap, const Address& from);
  /// Sends a piece.
  /// @param is_awaited  MPI_Issend: completes after the start of the matching receive
  void send(std::size_t slot, const MessageCut& cut, const Stretches<const std::byte>& piece,
            bool is_awaited, const Address& to);

  /// True if all messages of a slot's piece are complete.
  bool is_over(std::size_t slot) const { return pieces_[slot].messages == 0; }
  Stretches<const std::byte> received(std::size_t slot) const {
    return {pieces_[slot].place, pieces_[slot].bytes};
  }
  /// True if the slot's piece was received in place or packed.
  bool is_wanted(std::size_t slot) const { return pieces_[slot].is_wanted; }
  /// Frees a slot.
  void close(std::size_t slot) { pieces_[slot] = {}; }

  /// Progresses MPI and records completed messages.
  void look();
  /// Waits for at least one message, under the watchdog of ASHLAR_TIMEOUT.
  /// @param comm  the communicator of the messages
  void wait_for_some(mpi::CommunicatorView comm);
  void wait_for_all(mpi::CommunicatorView comm);
  /// Abandons messages under way; cancelled receives keep late data out of the caller's memory.
  void abandon() noexcept;

 private:
  struct Piece {
    int messages = nothing;  // incomplete ones
    Index bytes = 0;         // received
    int rank = 0;
    const std::byte* place = nullptr;  // of the first byte
    bool is_wanted = false;            // true for a piece with bytes

    static constexpr int nothing = -1;
  };

  template <class Byte, class Start>
  void start(std::size_t slot, const MessageCut& cut, const Stretches<Byte>& piece, int rank,
             Start&& start);
  /// Records the first `count` entries of MPI's completion lists.
  void note_some(int count);
  /// Ranks with messages under way; empty unless waits are watched, or without memory.
  std::vector<int> partners() const noexcept;
  void note(std::size_t request, const MPI_Status& status);

  std::vector<Piece> pieces_;  // of each slot
  std::size_t receives_ = 0;
  std::size_t messages_per_slot_ = 1;
  std::vector<MPI_Request> requests_;  // `messages_per_slot_` for each slot
  std::vector<int> indices_;
  std::vector<bool> is_awaited_;
  std::vector<MPI_Status> statuses_;
  StretchTypes types_;
};

}  // namespace ashlar::detail
