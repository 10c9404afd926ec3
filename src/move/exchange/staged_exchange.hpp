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

/// Memory of every rank of a node through which its pieces go to the others, and how far each pair
/// has come. One for all moves of a context, as large as the largest of them asked for.
class Stage {
 public:
  /// That of `context`, whose node must share memory. @collective the first time
  static Stage& of(mpi::Context& context);
  static Stage* if_made(mpi::Context& context) { return context.slot_if_made<Stage>(key); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() { give_to(nullptr); }

  /// Makes room for `bytes` bytes on every rank; ends the exchange that has the stage.
  /// @param bytes  [same]
  /// @throws OutOfMemory on all ranks
  /// @collective over the context's communicator
  void reserve(mpi::Context& context, Index bytes);

  /// Gives the stage to an exchange: ends the one that has it, and waits until everything that lies
  /// on this rank's stage was taken.
  void enter(StagedExchange& exchange);
  /// The same without waiting; nullptr: to none.
  void give_to(StagedExchange* exchange) noexcept;

  std::byte* memory_of(int node_rank) const { return memory_.part_of(node_rank).data; }

  /// Pieces that this rank put on its stage for `node_rank` so far, in all moves.
  std::uint64_t& shown(int node_rank) { return shown_[static_cast<std::size_t>(node_rank)]; }
  /// Pieces that this rank took from the stage of `node_rank` so far.
  std::uint64_t& taken(int node_rank) { return taken_[static_cast<std::size_t>(node_rank)]; }
  /// Says one more of each.
  void show(int node_rank) { counters_.raise(node_rank, ++shown(node_rank)); }
  void take(int node_rank) { counters_.raise(node_size() + node_rank, ++taken(node_rank)); }
  /// Count of what the other rank has put on its stage for this one, and taken from this one's.
  std::uint64_t shown_by(int node_rank) const { return counters_.value(node_rank, node_rank_); }
  std::uint64_t taken_by(int node_rank) const {
    return counters_.value(node_rank, node_size() + node_rank_);
  }

  void idle(int& steps) const { counters_.idle(steps); }
  void poison(ErrorKind kind) noexcept { counters_.poison(kind); }
  bool is_poisoned() const noexcept { return counters_.is_available() && counters_.is_poisoned(); }
  /// Begins anew after a failure of which all ranks know. @collective over the communicator
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

/// A PieceExchange without messages, between ranks of one node: a sender packs its pieces into
/// memory that its receivers unpack them from.
///
/// Each partner that is being served (a channel) has a few buffers, used in turn. A receiver takes
/// whatever is there, from anybody, so that no sender waits for ever. An exchange is over for a
/// rank when it has packed and unpacked everything; whether its own pieces were taken matters to
/// the next one, as there is one stage.
class StagedExchange final : public Exchange {
 public:
  /// @param sends, receives  as for PieceExchange
  /// @param max_bytes  [same] of this rank's buffers: fewer channels keep to it, but there is one
  /// at least; 0: no bound
  /// @pre the node shares memory and has all ranks of `context`, which has made its Stage
  StagedExchange(mpi::Context& context, std::vector<PiecePartner> sends,
                 const std::vector<PiecePartner>& receives, Index max_bytes = 0);

  /// Tells the receivers where their pieces will lie, and makes room for them.
  /// @collective over context.comm()
  void connect(mpi::Context& context) override;

  /// Bytes of the buffers of this rank's pieces. [local]
  Index buffer_bytes() const override {
    return static_cast<Index>(channels_ * depth) * slot_bytes_;
  }

  ~StagedExchange() override { leave(); }

  /// Puts the first pieces on the stage, when the last exchange there is over.
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
  static constexpr std::size_t most_channels = 8, depth = 2;

  /// A partner in one direction: its piece k goes through buffer k % depth of its channel.
  struct Pair {
    PieceCodec* codec = nullptr;
    int node_rank = 0;
    std::size_t channel = 0;   // of the sender
    Index pieces = 0;          // still to come
    std::uint64_t before = 0;  // pieces in earlier moves
  };

  std::byte* slot(int sender, const Pair& pair, std::uint64_t number) const;
  Pair* served(std::size_t channel);
  /// An exchange without the stage does not touch it: it may go after it, in a plan that the
  /// communicator keeps.
  void leave() noexcept {
    if (has_stage_) stage_.give_to(nullptr);
  }
  /// The others must not wait for a rank that failed.
  template <class Action>
  void guarded(Action&& action);
  bool send_some();
  bool receive_some();

  Stage& stage_;
  bool has_stage_ = false;
  int node_rank_;
  Index slot_bytes_ = 0;  // the same on all ranks
  std::vector<Pair> sends_, receives_;
  Index max_bytes_ = 0;
  std::vector<int> my_channels_, their_channels_;  // of each rank of the node
  std::size_t channels_ = 0;
  std::vector<std::size_t> next_;  // of each channel: the send that it serves
  Index to_send_ = 0, to_receive_ = 0;
  Index pieces_over_ = 0;  // in all runs
};

}  // namespace ashlar::detail
