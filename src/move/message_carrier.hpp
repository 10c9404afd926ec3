// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include <mpi.h>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/mpi/check.hpp>

#include "choices.hpp"
#include "column_codec.hpp"
#include "own_part.hpp"
#include "place_piece.hpp"
#include "scratch.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// One direction of one pair: what is left to pack or to unpack, and how it is cut into messages.
template <class T>
class PairCodec {
 public:
  PairCodec(const Transfers& transfers, const Partner& partner, ColumnCodec::Side side,
            Index piece_elements)
      : transfers_(&transfers),
        partner_(&partner),
        place_(transfers.op()),
        stream_(transfers, partner) {
    piece_ = piece_elements;
    // Both sides know the columns' length, so both decide alike.
    if (transfers.moved().uplo == Uplo::General) {
      columns_.emplace(transfers, partner, side);
      if (columns_->column_elements() > 4 * piece_elements) columns_.reset();
    }
    if (columns_) {
      Index columns = std::max<Index>(1, piece_elements / columns_->column_elements());
      if (columns > 32) columns -= columns % 32;  // whole lines of a transposed target
      piece_ = columns * columns_->column_elements();
    }
  }

  const Partner& partner() const { return *partner_; }
  /// Elements of each message but the last.
  Index piece() const { return std::min(piece_, partner_->elements); }

  void rewind() {
    if (columns_) columns_->rewind();
    else stream_ = Stream(*transfers_, *partner_);
  }

  void pack(const LocalView<const T>& source, T* buffer, Index elements) {
    if (columns_) columns_->pack(source, buffer, elements / columns_->column_elements());
    else detail::pack(stream_, place_, source, buffer, elements);
  }
  void unpack(const T* buffer, const LocalView<T>& target, Index elements, Conjugate conjugate,
              bool stream) {
    if (columns_)
      columns_->unpack(buffer, target, elements / columns_->column_elements(), conjugate, stream);
    else detail::unpack(stream_, place_, target, buffer, elements);
  }

 private:
  const Transfers* transfers_;
  const Partner* partner_;
  Placement place_;
  Stream stream_;
  std::optional<ColumnCodec> columns_;
  Index piece_;
};

/// Packed messages: what a partner gets is cut into pieces that travel through two small buffers
/// each, so that packing, sending and unpacking overlap and the pieces stay in cache.
///
/// Only `max_channels` partners are served at a time. All ranks take their partners in the order of
/// the distance (receiver - sender) mod P; the open pair of smallest distance is then being served
/// at both ends, so some pair always makes progress.
template <class T>
class MessageCarrier final : public Carrier<T> {
 public:
  MessageCarrier(const Route& route, mpi::Context& context, Index piece_bytes)
      : route_(route),
        scratch_(Scratch::of(context)),
        sends_(route, true, piece_bytes),
        receives_(route, false, piece_bytes),
        own_(route) {
    for (const Partner& partner : route.receives.partners()) elements_in_ += partner.elements;
  }

  Index buffer_bytes() const override {
    return (sends_.buffer_elements() + receives_.buffer_elements()) * Index{sizeof(T)};
  }

  void run(const Operands<T>& operands) override {
    const LocalView<const T>& source = operands.source;
    const LocalView<T>& target = operands.target;
    auto* const buffer = reinterpret_cast<T*>(scratch_.take(buffer_bytes()));
    receives_.start(buffer);
    sends_.start(buffer + receives_.buffer_elements());
    receive_ahead();
    send_ahead(source);
    own_.run(source, target, streams());
    while (!sends_.is_finished() || !receives_.is_finished()) {
      wait_for_some(target);
      receive_ahead();
      send_ahead(source);
    }
    kernels().fence();
  }

 private:
  static constexpr int tag = 1;
  static constexpr std::size_t max_channels = 8;
  static constexpr std::size_t depth = 2;  // pieces under way for each partner

  /// A partner that is being served.
  struct Channel {
    PairCodec<T>* codec;
    Index to_start;   // elements not yet given to MPI
    Index to_finish;  // elements not yet sent or unpacked
    T* buffers;       // `depth` of them, used in turn
    MPI_Request requests[depth];
    std::size_t oldest = 0, in_flight = 0;
  };

  /// All partners of one direction, in the order in which they are served.
  class Side {
   public:
    Side(const Route& route, bool sending, Index piece_bytes) {
      const Share& share = sending ? route.sends : route.receives;
      std::vector<const Partner*> partners;
      for (const Partner& partner : share.partners())
        if (partner.rank != route.rank) partners.push_back(&partner);
      std::sort(partners.begin(), partners.end(), [&](const Partner* a, const Partner* b) {
        const auto distance = [&](int rank) {
          return (sending ? rank - route.rank + route.size : route.rank - rank + route.size) %
                 route.size;
        };
        return distance(a->rank) < distance(b->rank);
      });
      const Index piece = std::max<Index>(1, piece_bytes / Index{sizeof(T)});
      for (const Partner* partner : partners) {
        codecs_.emplace_back(route.transfers, *partner,
                             sending ? ColumnCodec::Side::Sender : ColumnCodec::Side::Receiver,
                             piece);
        slot_ = std::max(slot_, codecs_.back().piece());
      }
      open.reserve(max_channels);
    }

    Index buffer_elements() const {
      return slot_ * static_cast<Index>(depth * std::min(codecs_.size(), max_channels));
    }
    /// Elements from one buffer to the next.
    Index slot() const { return slot_; }

    void start(T* buffer) {
      next_ = 0;
      open.clear();
      for (std::size_t k = 0; k < std::min(codecs_.size(), max_channels); ++k)
        open_next(buffer + static_cast<Index>(k * depth) * slot_);
    }
    /// Replaces channel k, which has ended, by the next partner.
    void close(std::size_t k) {
      T* buffers = open[k].buffers;
      if (k + 1 < open.size()) open[k] = open.back();
      open.pop_back();
      if (next_ < codecs_.size()) open_next(buffers);
    }
    bool is_finished() const { return open.empty(); }

    std::vector<Channel> open;

   private:
    void open_next(T* buffers) {
      PairCodec<T>& codec = codecs_[next_++];
      codec.rewind();
      const Index elements = codec.partner().elements;
      open.push_back({&codec, elements, elements, buffers, {MPI_REQUEST_NULL, MPI_REQUEST_NULL}});
    }

    std::vector<PairCodec<T>> codecs_;
    std::size_t next_ = 0;
    Index slot_ = 0;
  };

  static int bytes_of(Index elements) {
    return checked_int(elements * Index{sizeof(T)}, "the size of a message in bytes");
  }

  /// Starts pieces on all channels of `side` that have a free buffer; start(channel, buffer,
  /// elements, request).
  template <class Start>
  void start_pieces(Side& side, Start&& start) {
    for (Channel& channel : side.open) {
      while (channel.to_start > 0 && channel.in_flight < depth) {
        const std::size_t k = (channel.oldest + channel.in_flight) % depth;
        const Index elements = std::min(channel.codec->piece(), channel.to_start);
        start(channel, channel.buffers + static_cast<Index>(k) * side.slot(), elements,
              &channel.requests[k]);
        channel.to_start -= elements;
        ++channel.in_flight;
      }
    }
  }

  void receive_ahead() {
    start_pieces(receives_, [&](Channel& channel, T* buffer, Index elements, MPI_Request* request) {
      mpi::check(MPI_Irecv(buffer, bytes_of(elements), MPI_BYTE, channel.codec->partner().rank, tag,
                           route_.comm.native(), request),
                 "MPI_Irecv");
    });
  }

  void send_ahead(const LocalView<const T>& source) {
    start_pieces(sends_, [&](Channel& channel, T* buffer, Index elements, MPI_Request* request) {
      channel.codec->pack(source, buffer, elements);
      mpi::check(MPI_Isend(buffer, bytes_of(elements), MPI_BYTE, channel.codec->partner().rank, tag,
                           route_.comm.native(), request),
                 "MPI_Isend");
    });
  }

  /// Waits until the oldest piece of at least one channel has gone or come, and serves all such.
  void wait_for_some(const LocalView<T>& target) {
    MPI_Request requests[2 * max_channels];
    int count = 0;
    for (Side* side : {&receives_, &sends_})
      for (const Channel& channel : side->open)
        requests[count++] = channel.requests[channel.oldest];
    int finished[2 * max_channels], finished_count = 0;
    mpi::check(MPI_Waitsome(count, requests, &finished_count, finished, MPI_STATUSES_IGNORE),
               "MPI_Waitsome");
    std::sort(finished, finished + finished_count);
    const int receive_count = static_cast<int>(receives_.open.size());
    // From the back, so that closing a channel moves none that is still to be served.
    for (int k = finished_count - 1; k >= 0; --k) {
      if (finished[k] < receive_count)
        finish_piece(receives_, static_cast<std::size_t>(finished[k]), &target);
      else finish_piece(sends_, static_cast<std::size_t>(finished[k] - receive_count), nullptr);
    }
  }

  void finish_piece(Side& side, std::size_t k, const LocalView<T>* target) {
    Channel& channel = side.open[k];
    const Index elements = std::min(channel.codec->piece(), channel.to_finish);
    const T* buffer = channel.buffers + static_cast<Index>(channel.oldest) * side.slot();
    if (target != nullptr)
      channel.codec->unpack(buffer, *target, elements, conjugation<T>(route_.transfers.op()),
                            streams());
    channel.requests[channel.oldest] = MPI_REQUEST_NULL;
    channel.oldest = (channel.oldest + 1) % depth;
    --channel.in_flight;
    channel.to_finish -= elements;
    if (channel.to_finish == 0) side.close(k);
  }

  bool streams() const { return elements_in_ * Index{sizeof(T)} >= stream_from_bytes(); }

  const Route& route_;
  Scratch& scratch_;
  Index elements_in_ = 0;
  Side sends_, receives_;
  OwnPart<T> own_;
};

}  // namespace ashlar::detail
