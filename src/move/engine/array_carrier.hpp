// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/move/plan_options.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/shared_memory.hpp>

#include "move/exchange/piece_exchange.hpp"
#include "move/meet/meeting.hpp"
#include "move/pack/box_copier.hpp"

namespace ashlar::detail {

/// One rank's side of a move between arrays, fixed for good.
struct ArrayRoute {
  ArrayTransfers transfers;
  int element_bytes;
  mpi::Context& context;
  ArrayShare sends, receives;
  Index bytes_in = 0;  ///< that this rank receives, from itself, too

  ArrayRoute(const ArrayTransfers& what, int bytes, mpi::Context& on);

  /// Whether a target of so many bytes is written past the caches.
  bool streams() const;
};

/// This rank's parts of the two arrays.
struct ArrayOperands {
  const std::byte* source;
  const mpi::Storage& source_storage;  ///< empty where the source lies in the caller's memory
  std::byte* target;
};

/// Copies boxes between the local arrays of other ranks and this one, which it can reach.
class BoxCopies {
 public:
  void add(const ArrayRoute& route, const ArrayPartner& sender);

  /// Calls source_of(rank) for the local array of each sender.
  template <class SourceOf>
  void run(std::byte* target, bool stream, SourceOf&& source_of) {
    for (From& from : copies_) {
      from.copier.rewind();
      const std::byte* const source = source_of(from.rank);
      for (Index k = from.copier.pieces(); k > 0; --k) from.copier.next(source, target, stream);
    }
  }

 private:
  struct From {
    int rank;
    BoxCopier copier;
  };
  std::vector<From> copies_;
};

/// Carries a move between arrays: what lies in memory that the ranks of a node share is taken from
/// there, one read and one write; all else goes by packed messages through a few small buffers.
/// What stays on this rank is copied directly.
///
/// Whether a source lies in shared memory is known to all ranks of a node and may differ between
/// nodes; so both ends of a pair on one node decide alike, and other pairs always use messages.
class ArrayCarrier {
 public:
  /// @param is_pulled     whether the source lies in memory that this rank's node shares
  /// @param has_messages  [same] whether anything may go by messages, on any rank
  ArrayCarrier(const ArrayRoute& route, bool is_pulled, bool has_messages, Index piece_bytes);
  ArrayCarrier(const ArrayCarrier&) = delete;  // codecs refer to it
  ArrayCarrier& operator=(const ArrayCarrier&) = delete;

  bool is_pulled() const { return meeting_ != nullptr; }
  Index buffer_bytes() const { return exchange_ ? exchange_->buffer_bytes() : 0; }
  PlanStatistics statistics() const;
  void run(const ArrayOperands& operands);

 private:
  /// One direction of one pair of ranks.
  class Codec final : public PieceCodec {
   public:
    Codec(const ArrayRoute& route, const ArrayBox& box, bool sending, Index piece_bytes,
          const ArrayCarrier& carrier);
    Index pieces() const override { return copier_.pieces(); }
    Index max_piece_bytes() const override { return copier_.piece_elements() * element_bytes_; }
    void rewind() override { copier_.rewind(); }
    Index pack(std::byte* buffer) override;
    void unpack(const std::byte* buffer, Index bytes) override;

   private:
    BoxCopier copier_;
    Index element_bytes_;
    const ArrayCarrier& carrier_;
  };

  std::vector<PiecePartner> codecs(bool sending, Index piece_bytes);
  void pull(const ArrayOperands& operands);

  const ArrayRoute& route_;
  Meeting* meeting_ = nullptr;           // null if nothing is pulled
  BoxCopies copies_;                     // what needs no message
  std::vector<int> readings_, readers_;  // node ranks whose source I read, who read mine
  Index bytes_of_others_ = 0;            // that are pulled in a run
  Index pulled_bytes_ = 0;               // in all runs
  std::deque<Codec> codecs_;
  std::optional<PieceExchange> exchange_;
  const std::byte* source_ = nullptr;  // of the run under way
  std::byte* target_ = nullptr;
};

}  // namespace ashlar::detail
