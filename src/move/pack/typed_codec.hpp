// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <mpi.h>

#include <ashlar/mpi/datatype.hpp>

#include "box_codec.hpp"

namespace ashlar::detail {

/// Codec of one direction of a pair of ranks by MPI's derived datatypes. Within a node MPI gathers
/// and scatters during its copy through shared memory: two copies of the data instead of four. That
/// is fastest on oversubscribed nodes; otherwise packing overlaps better, except for triangles,
/// whose columns all differ.
///
/// Also the reference for other ways, for all moves; a piece then ends at the first whole column
/// past 512 MiB.
class TypedCodec final : public PieceCodec {
 public:
  /// True if datatypes suit a pair on one node: few, long runs. The same at both ends.
  /// @param piece_bytes  of packed messages, if there are many
  /// @param is_crowded   the node is oversubscribed
  static bool suits(const Route& route, std::span<const Box> boxes, const Orders& orders,
                    Index piece_bytes, bool is_crowded);
  /// True if datatypes support the move: one box of two dimensions.
  static bool can_do(const Route& route) {
    return route.ndims() == 2 && !route.moves().has_placements();
  }

  TypedCodec(const Route& route, const Box& box, const Orders& orders, BoxCodec::Side side,
             const MoveMemory& memory);

  Index pieces() const override { return std::ssize(sizes_); }
  Index max_piece_bytes() const override { return most_; }
  bool is_left_to_mpi() const override { return true; }
  void rewind() override {
    next_ = ahead_ = 0;
    is_in_place_ = false;
  }
  Index pack(std::byte* buffer) override;
  Stretches<const std::byte> piece_to_send(std::byte* buffer, bool may_have_gaps) override;
  Stretches<std::byte> place_to_receive(bool may_have_gaps) override;
  void unpack(const std::byte* buffer, Index bytes) override;

 private:
  template <class F>
  void for_each_run(F&& f) const;
  const std::vector<mpi::Datatype>& types_for(Index inner_stride, Index outer_stride);

  const Box& box_;
  int inner_;
  bool sending_;
  ElementType element_;
  Index element_bytes_;
  Conjugate conjugate_;
  const MoveMemory& memory_;
  std::vector<Index> sizes_;  // of the pieces, in bytes
  Index most_ = 0;
  std::size_t next_ = 0, ahead_ = 0;
  bool is_in_place_ = false;
  Index inner_stride_ = 0, outer_stride_ = 0;
  std::vector<mpi::Datatype> types_;
};

}  // namespace ashlar::detail
