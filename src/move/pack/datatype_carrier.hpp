// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <mpi.h>

#include <ashlar/layout/stream.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "place_piece.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// Strides of a side's memory in bytes, along the stream's columns (outer) and down them (inner).
struct ByteStrides {
  Index outer = 0, inner = 0;
  friend bool operator==(const ByteStrides&, const ByteStrides&) = default;
};

/// The datatypes of what one rank exchanges with one other, in the order of their stream: one
/// message each, cut at whole columns so that none is much longer than 1 GiB.
/// @param sending  whether the places are those of the source's memory or of the target's
std::vector<mpi::Datatype> stream_datatypes(const Transfers& transfers, const Partner& partner,
                                            bool sending, const ByteStrides& strides,
                                            mpi::DatatypeView element);

/// MPI derived datatypes do the gathering and scattering: no buffers of ours, but where elements
/// are computed with a whole block for those that arrive. The reference for the other carriers.
template <class T>
class DatatypeCarrier final : public Carrier<T> {
 public:
  explicit DatatypeCarrier(const Route& route) : route_(route), place_(route.transfers.op()) {}

  Index buffer_bytes() const override { return 0; }
  PlanStatistics statistics() const override { return statistics_; }

  void start(std::span<const Operands<T>> operands) override {
    const LocalView<const T>& source = operands.front().source;
    target_ = operands.front().target;
    arrivals_ = target_.computes() ? make_arrivals() : target_.template as<T>();
    describe(source, arrivals_);
    requests_.clear();
    const MPI_Comm comm = route_.comm.native();
    for (const Message& m : receives_)
      mpi::check(MPI_Irecv(arrivals_.data, 1, m.type.native(), m.rank, tag, comm,
                           &requests_.emplace_back()),
                 "MPI_Irecv");
    for (const Message& m : sends_)
      mpi::check(
          MPI_Isend(source.data, 1, m.type.native(), m.rank, tag, comm, &requests_.emplace_back()),
          "MPI_Isend");
    statistics_.messages_sent += std::ssize(sends_);
    for (const Partner& partner : route_.sends.partners())
      if (partner.rank != route_.rank)
        statistics_.message_bytes_sent += partner.elements * Index{sizeof(T)};
    if (const Partner* own = route_.own())
      copy_own(Stream(route_.transfers, *own), place_, source, target_);
    is_over_ = false;
  }

  bool progress() override {
    int are_over = is_over_ ? 1 : 0;
    mpi::check(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &are_over,
                           MPI_STATUSES_IGNORE),
               "MPI_Testall");
    if (are_over != 0) place_arrivals();
    return is_over_;
  }

  void finish() override {
    mpi::check(
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
        "MPI_Waitall");
    place_arrivals();
  }

 private:
  static constexpr int tag = 2;

  struct Message {
    int rank;
    mpi::Datatype type;
  };

  /// A block of the target's shape, on all ranks or on none.
  LocalView<T> make_arrivals() {
    mpi::together(route_.comm,
                  [&] { block_.resize(static_cast<std::size_t>(target_.rows * target_.cols)); });
    return {block_.data(), target_.rows, target_.cols, 1, std::max<Index>(1, target_.rows)};
  }

  /// Makes the types anew where the matrices' leading dimensions are others than last time.
  void describe(const LocalView<const T>& source, const LocalView<T>& target) {
    constexpr Index size = sizeof(T);
    const ByteStrides from{source.col_stride * size, source.row_stride * size};
    const ByteStrides to = place_.transposing
                               ? ByteStrides{target.row_stride * size, target.col_stride * size}
                               : ByteStrides{target.col_stride * size, target.row_stride * size};
    if (described_ && from == from_ && to == to_) return;
    sends_ = messages(route_.sends, true, from);
    receives_ = messages(route_.receives, false, to);
    from_ = from;
    to_ = to;
    described_ = true;
  }

  std::vector<Message> messages(const LayoutShare& share, bool sending,
                                const ByteStrides& strides) const {
    std::vector<Message> result;
    for (const Partner& partner : share.partners()) {
      if (partner.rank == route_.rank) continue;
      for (mpi::Datatype& type :
           stream_datatypes(route_.transfers, partner, sending, strides, mpi::native_type<T>()))
        result.push_back({partner.rank, std::move(type)});
    }
    return result;
  }

  /// Conjugates what has arrived, or computes with it.
  void place_arrivals() {
    if (std::exchange(is_over_, true)) return;
    if (!target_.computes() && !(place_.conjugating && is_complex<T>)) return;
    for (const Partner& partner : route_.receives.partners()) {
      if (partner.rank == route_.rank) continue;
      Stream stream(route_.transfers, partner);
      for (Piece p = stream.next(max_length); p.length > 0; p = stream.next(max_length)) {
        const T* from = arrivals_.at(p.target_row, p.target_col);
        place_.put(p, from, place_.transposing ? arrivals_.col_stride : arrivals_.row_stride,
                   target_);
      }
    }
    block_ = {};
  }

  static constexpr Index max_length = std::numeric_limits<Index>::max();

  const Route& route_;
  Placement place_;
  bool described_ = false;
  ByteStrides from_, to_;
  std::vector<Message> sends_, receives_;
  TargetBlock target_;
  std::vector<T> block_;  // for elements that are computed with when they have come
  LocalView<T> arrivals_;
  std::vector<MPI_Request> requests_;
  PlanStatistics statistics_;
  bool is_over_ = true;
};

}  // namespace ashlar::detail
