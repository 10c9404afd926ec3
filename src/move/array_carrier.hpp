// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/shared_memory.hpp>

#include "box_copier.hpp"
#include "meeting.hpp"
#include "piece_exchange.hpp"

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

/// Copies between the local arrays of two ranks that both are within this rank's reach.
class BoxCopies {
 public:
  /// @param share  what this rank receives; of it the boxes of all partners, or its own alone
  BoxCopies(const ArrayRoute& route, const ArrayShare& share, bool own_only);

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

/// Every rank takes what it needs out of the memory that the others share with it: one read and one
/// write. For ranks of one node and sources in shared segments.
class SharedArrayCarrier {
 public:
  explicit SharedArrayCarrier(const ArrayRoute& route);
  void run(const ArrayOperands& operands);

 private:
  const ArrayRoute& route_;
  Meeting& meeting_;
  BoxCopies copies_;
  std::vector<int> readings_, readers_;  // node ranks whose source I read, who read mine
};

/// Packed messages through a few small buffers; what stays on this rank is copied directly.
class ArrayMessageCarrier {
 public:
  ArrayMessageCarrier(const ArrayRoute& route, Index piece_bytes);

  Index buffer_bytes() const { return exchange_->buffer_bytes(); }
  void run(const ArrayOperands& operands);

 private:
  /// One direction of one pair of ranks.
  class Codec final : public PieceCodec {
   public:
    Codec(const ArrayRoute& route, const ArrayBox& box, bool sending, Index piece_bytes,
          const ArrayMessageCarrier& carrier);
    Index pieces() const override { return copier_.pieces(); }
    Index max_piece_bytes() const override { return copier_.piece_elements() * element_bytes_; }
    void rewind() override { copier_.rewind(); }
    Index pack(std::byte* buffer) override;
    void unpack(const std::byte* buffer, Index bytes) override;

   private:
    BoxCopier copier_;
    Index element_bytes_;
    const ArrayMessageCarrier& carrier_;
  };

  std::vector<PiecePartner> partners(const ArrayShare& share, bool sending, Index piece_bytes);

  const ArrayRoute& route_;
  const std::byte* source_ = nullptr;  // of the run under way
  std::byte* target_ = nullptr;
  bool streams_ = false;
  std::vector<std::unique_ptr<Codec>> codecs_;
  BoxCopies own_;
  std::optional<PieceExchange> exchange_;
};

}  // namespace ashlar::detail
