// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/detail/node_counters.hpp>
#include <ashlar/mpi/shared_memory.hpp>

#include "exchange.hpp"
#include "piece_codec.hpp"

namespace ashlar::detail {

class StagedExchange;

/// Shared memory of every rank of a node for outgoing pieces, with counters per pair of ranks. One
/// per context, of the largest requested size.
class Stage {
 public:
  /// Instance of `context`, on a node with shared memory. @collective the first time
  static Stage& of(mpi::Context& context);
  static Stage* if_made(mpi::Context& context) { return context.slot_if_made<Stage>(key); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() { give_to(nullptr); }

  /// Allocates `bytes` bytes on every rank; completes the active exchange.
  /// @param bytes  [same]
  /// @throws OutOfMemory on all ranks
  /// @collective over the context's communicator
  void reserve(mpi::Context& context, Index bytes);

  /// Assigns the stage to an exchange, after the active one and the unpacking of all this rank's
  /// pieces.
  void enter(StagedExchange& exchange);
  /// Assigns the stage without waiting; nullptr: to no exchange.
  void give_to(StagedExchange* exchange) noexcept;

  std::byte* memory_of(int node_rank) const { return memory_.part_of(node_rank).data; }

  /// Pieces on this rank's stage for `node_rank`, in all moves.
  std::uint64_t& shown(int node_rank) { return shown_[static_cast<std::size_t>(node_rank)]; }
  /// Pieces taken from the stage of `node_rank`, in all moves.
  std::uint64_t& taken(int node_rank) { return taken_[static_cast<std::size_t>(node_rank)]; }
  /// Increments the shared counter.
  void show(int node_rank) { counters_.raise(node_rank, ++shown(node_rank)); }
  void take(int node_rank) { counters_.raise(node_size() + node_rank, ++taken(node_rank)); }
  /// Pieces from `node_rank` for this rank, and from this rank taken by `node_rank`.
  std::uint64_t shown_by(int node_rank) const { return counters_.value(node_rank, node_rank_); }
  std::uint64_t taken_by(int node_rank) const {
    return counters_.value(node_rank, node_size() + node_rank_);
  }

  void idle(int& steps) const { counters_.idle(steps); }
  void poison(ErrorKind kind) noexcept { counters_.poison(kind); }
  bool is_poisoned() const noexcept { return counters_.is_available() && counters_.is_poisoned(); }
  /// Resets the stage after a failure on all ranks. @collective over the communicator
  void renew(mpi::Context& context);

 private:
  static constexpr const char* key = "move.stage";
  explicit Stage(mpi::Context& context);
  int node_size() const { return static_cast<int>(shown_.size()); }

  int node_rank_;
  mpi::NodeCounters counters_;
  std::vector<std::uint64_t> shown_, taken_;
  StagedExchange* active_ = nullptr;
  mpi::Storage memory_;
  Index bytes_ = 0;
};

/// Exchange of pieces between ranks of one node: senders pack into shared memory, receivers unpack
/// from it.
///
/// Each served partner (a channel) has a few buffers, used cyclically. Receivers unpack pieces of
/// any sender, which excludes deadlock. An exchange is complete on a rank when its pieces are
/// packed and unpacked; the next one waits for the receivers.
class StagedExchange final : public Exchange {
 public:
  static constexpr std::size_t most_depth = 3;  ///< buffers of a channel

  /// @param sends, receives  as for PieceExchange
  /// @param max_bytes        [same] of this rank's buffers, but one channel at least; 0: no bound
  /// @pre all ranks of `context` are on one node with shared memory, and its Stage is made
  StagedExchange(mpi::Context& context, std::vector<PiecePartner> sends,
                 const std::vector<PiecePartner>& receives, Index max_bytes = 0);

  /// Sends the channel numbers to the receivers and reserves the stage.
  /// @collective over context.comm()
  void connect(mpi::Context& context) override;

  Index buffer_bytes() const override {
    return static_cast<Index>(channels_ * most_depth) * slot_bytes_;
  }

  ~StagedExchange() override { leave(); }

  /// Packs the first pieces, after the previous exchange.
  /// @collective over context.comm()
  void start() override;
  bool progress() override;
  void finish() override;
  bool is_finished() const override { return to_send_ == 0 && to_receive_ == 0; }
  void abandon() noexcept override {
    to_send_ = to_receive_ = 0;
    leave();
  }
  Index pieces_over() const override { return pieces_over_; }

 private:
  friend class Stage;
  static constexpr std::size_t most_channels = 8;

  /// Partner in one direction: its piece k uses buffer k % depth of its channel.
  struct Pair {
    PieceCodec* codec = nullptr;
    int node_rank = 0;
    std::size_t depth = 2;
    std::size_t channel = 0;   // of the sender
    Index pieces = 0;          // remaining
    std::uint64_t before = 0;  // pieces in earlier moves
  };

  std::byte* slot(int sender, const Pair& pair, std::uint64_t number) const;
  Pair* served(std::size_t channel);
  /// Releases the stage only if assigned: exchanges in cached plans may outlive it.
  void leave() noexcept {
    if (has_stage_) stage_.give_to(nullptr);
  }
  /// Releases waiting ranks after a failure.
  template <class Action>
  void guarded(Action&& action);
  bool send_some();
  bool receive_some();

  Stage& stage_;
  bool has_stage_ = false;
  int node_rank_;
  Index slot_bytes_ = 0;  // [same]
  std::vector<Pair> sends_, receives_;
  Index max_bytes_ = 0;
  std::vector<int> my_channels_, their_channels_;  // of each node rank
  std::size_t channels_ = 0;
  std::vector<std::size_t> next_;  // of each channel: number of the served send
  Index to_send_ = 0, to_receive_ = 0;
  Index pieces_over_ = 0;
};

}  // namespace ashlar::detail
