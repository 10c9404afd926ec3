// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include <ashlar/move/copy_placed.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/meet/meeting.hpp"
#include "move/pack/patch_codec.hpp"

namespace ashlar::detail {

/// A number for the node of each rank, empty if all are on one. @collective the first time
const std::vector<int>& nodes_of(mpi::Context& context);

/// A move between two placements made ready: patches, messages and who shares memory with whom.
///
/// Ranks of a node whose source lies in their shared segment take what they need out of it; all
/// others get messages. What stays on a rank is copied straight.
template <class T>
class PatchPlan {
 public:
  /// @param shares  [same] on a node: whether its ranks reach each other's part of the source
  PatchPlan(mpi::Context& context, const Patchwork& moves, bool shares);
  PatchPlan(const PatchPlan&) = delete;
  PatchPlan& operator=(const PatchPlan&) = delete;

  const Patchwork& moves() const { return moves_; }
  bool shares() const { return shares_; }
  Index buffer_bytes() const { return exchange_->buffer_bytes(); }

  /// @collective over the communicator
  void run(const PlacedOperand<const T>& source, const PlacedLanding& target);

 private:
  using Codec = PatchCodec<T>;

  /// A patch that is copied without a message, and where its source lies.
  struct Direct {
    const Patch* patch;
    int node_rank;  // whose memory; -1 for this rank's own
    Index block;    // this rank's block of the source, or the elements before the other's
    Index ld;       // of the other's
  };

  std::vector<PiecePartner> codecs(const PatchShare& share, typename Codec::End end,
                                   std::vector<std::unique_ptr<Codec>>& made);
  bool is_near(int rank) const;
  void find_direct();
  void copy(const Direct& direct, const mpi::Storage& storage);

  mpi::Context& context_;
  Patchwork moves_;
  bool shares_;
  Meeting* meeting_ = nullptr;
  PatchShare sends_, receives_;
  MosaicTable mosaics_;
  PatchMemory<T> memory_;
  std::vector<std::unique_ptr<Codec>> send_codecs_, receive_codecs_;
  std::unique_ptr<PieceExchange> exchange_;
  std::vector<Direct> kept_, pulled_;
  std::vector<int> readings_, readers_;  // node ranks whose source I read, who read mine
  Index elements_in_ = 0;
};

}  // namespace ashlar::detail
