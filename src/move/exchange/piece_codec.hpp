// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/base/index.hpp>

#include "stretches.hpp"

namespace ashlar::detail {

/// Elements that one rank exchanges with one other in one direction, cut into pieces.
///
/// The sender's codec packs, the receiver's unpacks. Both have the same number of pieces with the
/// same elements, in the same order. The sender sets each length, up to `max_piece_bytes`. If
/// packing or unpacking throws, the exchange sends empty pieces to the partners.
class PieceCodec {
 public:
  PieceCodec() = default;
  PieceCodec(const PieceCodec&) = default;
  PieceCodec& operator=(const PieceCodec&) = default;
  virtual ~PieceCodec() = default;

  /// Number of pieces; 0 without elements. The same at both ends.
  virtual Index pieces() const = 0;
  /// Upper bound of the piece lengths, at most 2^30 bytes. The same at both ends.
  virtual Index max_piece_bytes() const = 0;
  /// True if pieces are described by MPI datatypes and cannot be cut. The same at both ends.
  virtual bool is_left_to_mpi() const { return false; }
  /// Returns to the first piece. Called before each exchange.
  virtual void rewind() = 0;
  /// Writes the next piece and returns its length in bytes. Only for the sender.
  virtual Index pack(std::byte* buffer) = 0;
  /// Unpacks the next piece, of `bytes` bytes. Only for the receiver.
  virtual void unpack(const std::byte* buffer, Index bytes) = 0;
  /// Next piece to send: packed into `buffer`, or in place. Called instead of `pack`.
  /// @param may_have_gaps  true admits several stretches
  virtual Stretches<const std::byte> piece_to_send(std::byte* buffer, bool /*may_have_gaps*/) {
    return {buffer, pack(buffer)};
  }
  /// Memory in which the next piece may be received in place, or an empty description. Called once
  /// per piece, in order, before its unpacking.
  virtual Stretches<std::byte> place_to_receive(bool /*may_have_gaps*/) { return {}; }
};

/// Partner in one direction.
struct PiecePartner {
  int rank = 0;
  PieceCodec* codec = nullptr;  ///< must outlive the exchange
};

}  // namespace ashlar::detail
