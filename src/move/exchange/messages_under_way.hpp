// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include <mpi.h>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "message_cut.hpp"
#include "stretch_types.hpp"
#include "stretches.hpp"

namespace ashlar::detail {

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
