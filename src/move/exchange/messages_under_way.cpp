// SPDX-License-Identifier: BSD-3-Clause
#include "messages_under_way.hpp"

#include <algorithm>
#include <new>

#include <ashlar/mpi/check.hpp>

#include "mpi/wait_in.hpp"

namespace ashlar::detail {

void MessagesUnderWay::reserve(std::size_t receives, std::size_t sends, int messages) {
  receives_ = receives;
  messages_per_slot_ = static_cast<std::size_t>(messages);
  pieces_.assign(receives + sends, {});
  const std::size_t requests = pieces_.size() * messages_per_slot_;
  requests_.assign(requests, MPI_REQUEST_NULL);
  indices_.resize(requests);
  is_awaited_.resize(requests);
  statuses_.resize(requests);
}

/// Calls start(message, first byte, description, request) for each message of a piece. The last
/// ones may be empty. Gaps require a single message.
template <class Byte, class Start>
void MessagesUnderWay::start(std::size_t slot, const MessageCut& cut, const Stretches<Byte>& piece,
                             int rank, Start&& start) {
  const Index most = cut.most(), bytes = piece.size();
  for (int m = 0; m < cut.messages(); ++m) {
    const Index offset = std::min(bytes, m * most);
    const Stretches<Byte> part{piece.data + offset, std::min(most, bytes - offset)};
    start(m, part.data, types_.of(cut.messages() == 1 ? piece : part),
          &requests_[slot * messages_per_slot_ + static_cast<std::size_t>(m)]);
  }
  pieces_[slot] = {.messages = cut.messages(),
                   .bytes = 0,
                   .rank = rank,
                   .place = piece.data,
                   .is_wanted = bytes > 0};
}

void MessagesUnderWay::receive(std::size_t slot, const MessageCut& cut,
                               const Stretches<std::byte>& place, bool is_described_with_gap,
                               const Address& from) {
  start(slot, cut, place, from.rank,
        [&](int, std::byte* data, StretchTypes::Description what, MPI_Request* request) {
          if (is_described_with_gap) what = types_.copied(place.bytes);
          mpi::check(
              MPI_Irecv(data, what.count, what.type, from.rank, from.tag, from.comm, request),
              "MPI_Irecv");
        });
}

void MessagesUnderWay::send(std::size_t slot, const MessageCut& cut,
                            const Stretches<const std::byte>& piece, bool is_awaited,
                            const Address& to) {
  start(slot, cut, piece, to.rank,
        [&](int message, const std::byte* data, StretchTypes::Description what,
            MPI_Request* request) {
          const bool is_last = message + 1 == cut.messages();
          mpi::check((is_awaited && is_last ? MPI_Issend : MPI_Isend)(
                         data, what.count, what.type, to.rank, to.tag, to.comm, request),
                     "MPI_Isend");
        });
}

void MessagesUnderWay::look() {
  int count = 0;
  mpi::check(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count,
                          indices_.data(), statuses_.data()),
             "MPI_Testsome");
  note_some(count);
}

void MessagesUnderWay::wait_for_some(mpi::CommunicatorView comm) {
  int count = 0;
  const int code = mpi::wait_for("MPI_Waitsome", comm, partners(), [&] {
    return MPI_Waitsome(static_cast<int>(requests_.size()), requests_.data(), &count,
                        indices_.data(), statuses_.data());
  });
  mpi::check(code, "MPI_Waitsome");
  note_some(count);
}

void MessagesUnderWay::note_some(int count) {
  for (int k = 0; k < count; ++k)  // none for MPI_UNDEFINED, which is negative
    note(static_cast<std::size_t>(indices_[static_cast<std::size_t>(k)]),
         statuses_[static_cast<std::size_t>(k)]);
}

void MessagesUnderWay::wait_for_all(mpi::CommunicatorView comm) {
  // One by one: the watchdog then measures each wait and names missing ranks.
  if (mpi::waits_are_watched()) return wait_for_some(comm);
  for (std::size_t k = 0; k < requests_.size(); ++k)
    is_awaited_[k] = requests_[k] != MPI_REQUEST_NULL;
  mpi::check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses_.data()),
             "MPI_Waitall");
  for (std::size_t k = 0; k < requests_.size(); ++k)
    if (is_awaited_[k]) note(k, statuses_[k]);
}

std::vector<int> MessagesUnderWay::partners() const noexcept {
  std::vector<int> ranks;
  if (!mpi::waits_are_watched()) return ranks;
  try {
    for (const Piece& piece : pieces_)
      if (piece.messages > 0) ranks.push_back(piece.rank);
  } catch (const std::bad_alloc&) {
    return {};
  }
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

void MessagesUnderWay::note(std::size_t request, const MPI_Status& status) {
  const std::size_t slot = request / messages_per_slot_;
  int bytes = 0;
  if (slot < receives_) mpi::check(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  pieces_[slot].bytes += bytes;
  --pieces_[slot].messages;
}

void MessagesUnderWay::abandon() noexcept {
  for (std::size_t k = 0; k < requests_.size(); ++k) {
    if (requests_[k] == MPI_REQUEST_NULL) continue;
    if (k < receives_ * messages_per_slot_) MPI_Cancel(&requests_[k]);
    MPI_Request_free(&requests_[k]);
  }
}

}  // namespace ashlar::detail
