// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include <mpi.h>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/check.hpp>

#include "place_piece.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// Packed messages: every partner's stream is cut into pieces that travel through two small buffers each, so that
/// packing, sending and unpacking overlap and the pieces stay in cache.
///
/// Only `max_channels` partners are served at a time. All ranks take their partners in the order of the distance
/// (receiver - sender) mod P; the open pair of smallest distance is then being served at both ends, so some pair
/// always makes progress.
template <class T>
class MessageCarrier final : public Carrier<T> {
 public:
  MessageCarrier(const Route& route, Index piece_bytes)
      : route_(route),
        place_(route.transfers.op()),
        piece_(std::max<Index>(1, piece_bytes / Index{sizeof(T)})),
        sends_(*this, route.sends, true),
        receives_(*this, route.receives, false) {}

  Index buffer_bytes() const override {
    return static_cast<Index>((sends_.buffer.size() + receives_.buffer.size()) * sizeof(T));
  }

  void run(const Operands<T>& operands) override {
    const LocalView<const T>& source = operands.source;
    const LocalView<T>& target = operands.target;
    receives_.start();
    sends_.start();
    receive_ahead();
    send_ahead(source);
    if (const Partner* own = route_.own()) copy_own(Stream(route_.transfers, *own), place_, source, target);
    while (!sends_.is_finished() || !receives_.is_finished()) {
      wait_for_some(target);
      receive_ahead();
      send_ahead(source);
    }
  }

 private:
  static constexpr int tag = 1;
  static constexpr std::size_t max_channels = 8;
  static constexpr std::size_t depth = 2;  // pieces under way for each partner

  /// A partner that is being served: pieces leave `first` … `first + in_flight` of its ring of buffers.
  struct Channel {
    const Partner* partner;
    Stream stream;
    Index to_start;   // elements not yet given to MPI
    Index to_finish;  // elements not yet sent or unpacked
    T* buffers;
    MPI_Request requests[depth];
    std::size_t oldest = 0, in_flight = 0;
  };

  /// All partners of one direction, in the order in which they are served.
  struct Side {
    Side(const MessageCarrier& carrier, const Share& share, bool sending) : owner(&carrier) {
      for (const Partner& partner : share.partners())
        if (partner.rank != carrier.route_.rank) partners.push_back(&partner);
      const int me = carrier.route_.rank, size = carrier.route_.size;
      std::sort(partners.begin(), partners.end(), [&](const Partner* a, const Partner* b) {
        const auto distance = [&](int rank) { return sending ? (rank - me + size) % size : (me - rank + size) % size; };
        return distance(a->rank) < distance(b->rank);
      });
      Index longest = 0;
      for (const Partner* partner : partners) longest = std::max(longest, partner->elements);
      slot = std::min(longest, carrier.piece_);
      open.reserve(max_channels);
      buffer.resize(static_cast<std::size_t>(slot) * depth * std::min(partners.size(), max_channels));
    }

    void start() {
      next = 0;
      open.clear();
      for (std::size_t k = 0; k < std::min(partners.size(), max_channels); ++k)
        open_next(buffer.data() + static_cast<Index>(k * depth) * slot);
    }
    void open_next(T* buffers) {
      const Partner* partner = partners[next++];
      open.push_back({partner, Stream(owner->route_.transfers, *partner), partner->elements, partner->elements,
                      buffers, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}});
    }
    /// Replaces channel k, which has ended, by the next partner.
    void close(std::size_t k) {
      T* buffers = open[k].buffers;
      if (k + 1 < open.size()) open[k] = open.back();
      open.pop_back();
      if (next < partners.size()) open_next(buffers);
    }
    bool is_finished() const { return open.empty(); }

    const MessageCarrier* owner;
    std::vector<const Partner*> partners;
    std::size_t next = 0;
    Index slot = 0;  // elements of one buffer
    std::vector<T> buffer;
    std::vector<Channel> open;
  };

  static int bytes_of(Index elements) {
    return checked_int(elements * Index{sizeof(T)}, "the size of a message in bytes");
  }

  /// Starts pieces on all channels of `side` that have a free buffer; start(channel, buffer, elements, request).
  template <class Start>
  void start_pieces(Side& side, Start&& start) {
    for (Channel& channel : side.open) {
      while (channel.to_start > 0 && channel.in_flight < depth) {
        const std::size_t k = (channel.oldest + channel.in_flight) % depth;
        const Index elements = std::min(piece_, channel.to_start);
        start(channel, channel.buffers + static_cast<Index>(k) * side.slot, elements, &channel.requests[k]);
        channel.to_start -= elements;
        ++channel.in_flight;
      }
    }
  }

  void receive_ahead() {
    start_pieces(receives_, [&](Channel& channel, T* buffer, Index elements, MPI_Request* request) {
      mpi::check(MPI_Irecv(buffer, bytes_of(elements), MPI_BYTE, channel.partner->rank, tag, route_.comm.native(),
                           request),
                 "MPI_Irecv");
    });
  }

  void send_ahead(const LocalView<const T>& source) {
    start_pieces(sends_, [&](Channel& channel, T* buffer, Index elements, MPI_Request* request) {
      pack(channel.stream, place_, source, buffer, elements);
      mpi::check(MPI_Isend(buffer, bytes_of(elements), MPI_BYTE, channel.partner->rank, tag, route_.comm.native(),
                           request),
                 "MPI_Isend");
    });
  }

  /// Waits until the oldest piece of at least one channel has gone or come, and serves all such.
  void wait_for_some(const LocalView<T>& target) {
    MPI_Request requests[2 * max_channels];
    int count = 0;
    for (Side* side : {&receives_, &sends_})
      for (const Channel& channel : side->open) requests[count++] = channel.requests[channel.oldest];
    int finished[2 * max_channels], finished_count = 0;
    mpi::check(MPI_Waitsome(count, requests, &finished_count, finished, MPI_STATUSES_IGNORE), "MPI_Waitsome");
    std::sort(finished, finished + finished_count);
    const int receive_count = static_cast<int>(receives_.open.size());
    // From the back, so that closing a channel moves none that is still to be served.
    for (int k = finished_count - 1; k >= 0; --k) {
      if (finished[k] < receive_count)
        finish_piece(receives_, static_cast<std::size_t>(finished[k]), &target);
      else
        finish_piece(sends_, static_cast<std::size_t>(finished[k] - receive_count), nullptr);
    }
  }

  void finish_piece(Side& side, std::size_t k, const LocalView<T>* target) {
    Channel& channel = side.open[k];
    const Index elements = std::min(piece_, channel.to_finish);
    const T* buffer = channel.buffers + static_cast<Index>(channel.oldest) * side.slot;
    if (target != nullptr) unpack(channel.stream, place_, *target, buffer, elements);
    channel.requests[channel.oldest] = MPI_REQUEST_NULL;
    channel.oldest = (channel.oldest + 1) % depth;
    --channel.in_flight;
    channel.to_finish -= elements;
    if (channel.to_finish == 0) side.close(k);
  }

  const Route& route_;
  Placement place_;
  Index piece_;
  Side sends_, receives_;
};

}  // namespace ashlar::detail
