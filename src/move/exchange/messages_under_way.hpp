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

/// Nonblocking messages of pieces: each slot (a buffer's number) has at most one piece under way,
/// as one message or several. The slots of receives come first, those of sends follow.
class MessagesUnderWay {
 public:
  MessagesUnderWay() = default;
  MessagesUnderWay(const MessagesUnderWay&) = delete;
  MessagesUnderWay& operator=(const MessagesUnderWay&) = delete;

  /// Takes the memory for all requests. @pre nothing is under way
  /// @param messages  of a piece, at most
  void reserve(std::size_t receives, std::size_t sends, int messages);

  /// A rank's messages of one exchange.
  struct Address {
    MPI_Comm comm;
    int rank, tag;
  };
  /// Receives a piece where it belongs, or in a buffer.
  /// @param is_described_with_gap  see StretchTypes::copied
  void receive(std::size_t slot, const MessageCut& cut, const Stretches<std::byte>& place,
               bool is_described_with_gap, const Address& from);
  /// Sends a piece.
  /// @param is_awaited  whether it is over only when the receiver has taken it up
  void send(std::size_t slot, const MessageCut& cut, const Stretches<const std::byte>& piece,
            bool is_awaited, const Address& to);

  /// True if all messages of a slot's piece have come or gone.
  bool is_over(std::size_t slot) const { return pieces_[slot].messages == 0; }
  /// The piece that has come to a slot.
  Stretches<const std::byte> received(std::size_t slot) const {
    return {pieces_[slot].place, pieces_[slot].bytes};
  }
  /// True if a slot's piece was received where elements belong, or in a buffer of packed ones.
  bool is_wanted(std::size_t slot) const { return pieces_[slot].is_wanted; }
  /// Makes a slot free for the next piece.
  void close(std::size_t slot) { pieces_[slot] = {}; }

  /// Lets MPI go on, and notes what is over.
  void look();
  /// The same, but waits until something is over. The watchdog of ASHLAR_TIMEOUT sees it.
  /// @param comm  the communicator of the messages
  void wait_for_some(mpi::CommunicatorView comm);
  void wait_for_all(mpi::CommunicatorView comm);
  /// Gives up what is under way: receives are cancelled, as what comes late must not be put into
  /// the caller's memory.
  void abandon() noexcept;

 private:
  struct Piece {
    int messages = nothing;            // that have not come or gone yet
    Index bytes = 0;                   // that have come
    int rank = 0;                      // the partner
    const std::byte* place = nullptr;  // the first of them
    bool is_wanted = false;            // where there are any

    static constexpr int nothing = -1;
  };

  template <class Byte, class Start>
  void start(std::size_t slot, const MessageCut& cut, const Stretches<Byte>& piece, int rank,
             Start&& start);
  /// Notes the first `count` of what MPI said is over.
  void note_some(int count);
  /// Ranks with messages under way; empty unless waits are watched, or where memory is missing.
  std::vector<int> partners() const noexcept;
  void note(std::size_t request, const MPI_Status& status);

  std::vector<Piece> pieces_;  // of each slot
  std::size_t receives_ = 0;   // slots
  std::size_t messages_per_slot_ = 1;
  std::vector<MPI_Request> requests_;  // so many for each slot
  std::vector<int> indices_;
  std::vector<bool> is_awaited_;
  std::vector<MPI_Status> statuses_;
  StretchTypes types_;
};

}  // namespace ashlar::detail
