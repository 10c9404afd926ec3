// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <ashlar/mpi/datatype.hpp>

#include "datatype_carrier.hpp"
#include "pair_codec.hpp"

namespace ashlar::detail {

/// One direction of one pair of ranks as a single message, which MPI gathers and scatters: within a
/// node it does so while it copies through memory of its own, and the data are copied twice rather
/// than four times. Where ranks share processors, nothing else counts; where they do not, packing
/// overlaps better, but for triangles, whose columns all differ.
template <class T>
class TypedCodec final : public PieceCodec {
 public:
  using Memory = typename PairCodec<T>::Memory;

  /// Whether that suits what two ranks of a node exchange: long runs, few enough to describe each.
  /// The same at both ends.
  /// @param piece_bytes  of packed messages, where many follow each other
  /// @param is_crowded   whether the node has more ranks than processors
  static bool suits(const Transfers& transfers, const Partner& partner, Index piece_bytes,
                    bool is_crowded) {
    const Index bytes = partner.elements * Index{sizeof(T)};
    const bool is_triangle = transfers.moved().uplo != Uplo::General;
    return transfers.op() == Op::None && (is_crowded || is_triangle) &&
           bytes > (is_triangle ? least_of_triangle : least_bytes) && bytes <= 4 * piece_bytes &&
           partner.rows->count() * Index{sizeof(T)} >= least_run * partner.rows->run_count();
  }

  TypedCodec(const Transfers& transfers, const Partner& partner, ColumnCodec::Side side,
             const Memory& memory)
      : transfers_(transfers),
        partner_(partner),
        side_(side),
        memory_(memory),
        place_(transfers.op()) {}

  Index pieces() const override { return 1; }
  Index max_piece_bytes() const override { return partner_.elements * Index{sizeof(T)}; }
  bool is_left_to_mpi() const override { return true; }
  void rewind() override { is_in_place_ = false; }

  Index pack(std::byte* buffer) override {
    Stream stream(transfers_, partner_);
    detail::pack(stream, place_, memory_.source, reinterpret_cast<T*>(buffer), partner_.elements);
    return max_piece_bytes();
  }

  Stretches<const std::byte> piece_to_send(std::byte* buffer, bool /*may_have_gaps*/) override {
    const LocalView<const T>& source = memory_.source;
    if (!source.is_column_major()) return {buffer, pack(buffer)};
    return {.data = reinterpret_cast<const std::byte*>(source.data),
            .bytes = max_piece_bytes(),
            .type = type_for(source.ld())};
  }

  Stretches<std::byte> place_to_receive(bool /*may_have_gaps*/) override {
    const TargetBlock& target = memory_.target;
    is_in_place_ = target.is_column_major() && target.computes() == nullptr;
    if (!is_in_place_) return {};
    return {.data = target.data, .bytes = max_piece_bytes(), .type = type_for(target.ld())};
  }

  void unpack(const std::byte* buffer, Index /*bytes*/) override {
    if (is_in_place_) return;
    Stream stream(transfers_, partner_);
    detail::unpack(stream, place_, memory_.target, reinterpret_cast<const T*>(buffer),
                   partner_.elements);
  }

 private:
  // In bytes. What is less is packed and sent off sooner; packed triangles have gaps.
  static constexpr Index least_bytes = 4000, least_of_triangle = 2000, least_run = 128;

  /// The type of this side's elements, made anew where the leading dimension is another one.
  MPI_Datatype type_for(Index ld) {
    if (type_.is_null() || ld != ld_) {
      const ByteStrides strides{ld * Index{sizeof(T)}, sizeof(T)};
      auto types = stream_datatypes(transfers_, partner_, side_ == ColumnCodec::Side::Sender,
                                    strides, mpi::native_type<T>());
      type_ = std::move(types.front());
      ld_ = ld;
    }
    return type_.native();
  }

  const Transfers& transfers_;
  const Partner& partner_;
  ColumnCodec::Side side_;
  const Memory& memory_;
  Placement place_;
  bool is_in_place_ = false;
  Index ld_ = 0;
  mpi::Datatype type_;
};

}  // namespace ashlar::detail
