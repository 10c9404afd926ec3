// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <mpi.h>

#include <ashlar/base/index.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::detail {

/// Equal stretches of memory at equal distances, or memory of an MPI datatype. Byte may be const.
template <class Byte>
struct Stretches {
  Byte* data = nullptr;
  Index bytes = 0;  ///< of each
  Index count = 1;
  Index stride = 0;                       ///< bytes from one to the next, for several
  MPI_Datatype type = MPI_DATATYPE_NULL;  ///< else describes all `bytes` bytes from `data` on

  bool empty() const { return data == nullptr; }
  Index size() const { return count * bytes; }
};

/// Elements that one rank exchanges with one other in one direction, cut into pieces.
///
/// The sender's codec packs, the receiver's unpacks. Both have the same pieces in the same order;
/// the sender sets their lengths, up to `max_piece_bytes`. If either throws, the exchange sends
/// empty pieces to the partners.
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
  /// True if MPI datatypes describe pieces, which cannot be cut. The same at both ends.
  virtual bool is_left_to_mpi() const { return false; }
  /// Returns to the first piece, before each exchange.
  virtual void rewind() = 0;
  /// Writes the next piece and returns its length in bytes. Sender only.
  virtual Index pack(std::byte* /*buffer*/) { return 0; }
  /// Unpacks the next piece, of `bytes` bytes. Receiver only.
  virtual void unpack(const std::byte* /*buffer*/, Index /*bytes*/) {}
  /// Next piece to send: packed into `buffer`, or in place. Replaces `pack`.
  /// @param may_have_gaps  admits several stretches
  virtual Stretches<const std::byte> piece_to_send(std::byte* buffer, bool /*may_have_gaps*/) {
    return {buffer, pack(buffer)};
  }
  /// Memory for receiving the next piece in place, or none. Called once per piece, in order, before
  /// its unpacking.
  virtual Stretches<std::byte> place_to_receive(bool /*may_have_gaps*/) { return {}; }
};

/// Partner in one direction.
struct PiecePartner {
  int rank = 0;
  PieceCodec* codec = nullptr;  ///< must outlive the exchange
};

/// Sorts partners by the distance (receiver - sender) mod P, equal at both ends, so that ranks
/// begin with different partners.
inline void sort_by_distance(std::vector<PiecePartner>& partners, const mpi::Context& context,
                             bool sending) {
  const int rank = context.rank(), size = context.size();
  std::ranges::sort(partners, {}, [&](const PiecePartner& partner) {
    return (sending ? partner.rank - rank + size : rank - partner.rank + size) % size;
  });
}

}  // namespace ashlar::detail
