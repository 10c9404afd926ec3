// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include <ashlar/base/index.hpp>

#include "stretches.hpp"

namespace ashlar::detail {

/// Elements that one rank exchanges with one other in one direction, cut into pieces.
///
/// A sender's codec packs, a receiver's unpacks; the two are different objects on different ranks
/// that must agree on the number of pieces and on what is in each. Pieces come in order. The sender
/// alone decides how long each one is, up to `max_piece_bytes`.
/// Packing and unpacking may throw: the exchange then tells the partners by empty pieces.
class PieceCodec {
 public:
  PieceCodec() = default;
  PieceCodec(const PieceCodec&) = default;
  PieceCodec& operator=(const PieceCodec&) = default;
  virtual ~PieceCodec() = default;

  /// Number of messages; 0 if nothing is to be exchanged. The same at both ends.
  virtual Index pieces() const = 0;
  /// No piece is longer. At most 2^30 bytes. The same at both ends.
  virtual Index max_piece_bytes() const = 0;
  /// True if pieces are left to MPI as they lie, so that none can be cut. The same at both ends.
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

}  // namespace ashlar::detail
