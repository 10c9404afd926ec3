// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/move/plan_options.hpp>

#include "move/exchange/piece_bundle.hpp"
#include "move/exchange/piece_exchange.hpp"
#include "move/meet/round.hpp"
#include "move/pack/box_codec.hpp"
#include "move/pack/box_copies.hpp"
#include "move/pack/typed_codec.hpp"
#include "node_pull.hpp"
#include "peer_pull.hpp"
#include "way.hpp"

namespace ashlar::detail {

/// Purpose of a carrier, besides the moves. [same] on a node
struct CarrierKind {
  std::vector<Orders> orders;   ///< of each move
  std::vector<bool> is_pulled;  ///< whether its source lies in memory that the node shares
  Way way = Way::Messages;
  friend bool operator==(const CarrierKind&, const CarrierKind&) = default;
};

/// Carries moves together, in one exchange and with one meeting for all of them: what lies in
/// memory that the ranks of a node share is taken from there, all else goes its way.
///
/// Whether a source lies in shared memory is known to all ranks of a node and may differ between
/// nodes; so both ends of a pair on one node decide alike, and other pairs always use messages.
class Carrier {
 public:
  using Routes = std::vector<std::unique_ptr<Route>>;

  /// @param has_exchange  [same] whether anything may have to be exchanged, on any rank
  /// @pre what `kind` needs of the context is made (make_meeting_places)
  Carrier(const Routes& routes, const CarrierKind& kind, bool has_exchange, Index piece_bytes,
          const PieceWindow& window);
  Carrier(const Carrier&) = delete;  // codecs refer to its memory
  Carrier& operator=(const Carrier&) = delete;

  /// Makes what carriers of this kind have in common on a communicator.
  /// @collective over the communicator
  static void make_meeting_places(mpi::Context& context, const CarrierKind& kind);
  /// Does once what takes all ranks. @collective over the communicator
  void connect();

  const CarrierKind& kind() const { return kind_; }
  Index buffer_bytes() const;
  /// Of all moves that were started.
  PlanStatistics statistics() const;

  /// Notes where everything lies, and takes what the move may lack. [local]
  /// @throws std::bad_alloc
  void prepare(std::span<const Ends> ends);
  /// Begins to move everything. Waits for nobody, unless peers' memory is read: then the move is
  /// over on return. @pre prepared @collective
  void start();
  /// Does what can be done without waiting; returns whether the moves are over. [local]
  bool progress();
  /// Returns when they are.
  void finish();

 private:
  /// One move.
  struct Member {
    explicit Member(const Route& what) : route(what) {}
    const Route& route;
    MoveMemory memory;
    // Out of the node's memory: what this rank receives, or all of its ranks do.
    std::unique_ptr<NodePull> pull, shared_pull;
    std::vector<Share> shares;  // of the latter
    bool knows_sharing = false, is_shared = false, is_joined = false;
    Index pulled_bytes = 0;  // of others
    std::optional<PeerPull> peers;
    std::optional<BoxCopies> own;
    const BoxCodec* own_with = nullptr;  // the codec with whose pieces own elements may go
    std::deque<BoxCodec> packed;
    std::deque<TypedCodec> typed;
    std::vector<PiecePartner> sends, receives;
  };
  enum class Phase {
    Entered,  // waiting for the sources of the node
    Left,     // waiting for those who read this rank's source
    Over
  };

  void add_pull(Member& member);
  void add_codecs(Member& member, std::size_t k, BoxCodec::Side side, Index piece_bytes,
                  bool is_bounded);
  std::vector<PiecePartner> partners(std::vector<PiecePartner> Member::*side, Index piece_bytes);

  void bind(Member& member, std::size_t k, const Ends& ends);
  void bind_pull(Member& member, std::size_t k, const Ends& ends);
  bool pays_together(Member& member, std::size_t k, const Operand& target);
  std::span<const int> readings() const { return is_together_ ? neighbours_ : readings_; }
  std::span<const int> readers() const { return is_together_ ? neighbours_ : readers_; }
  bool is_exchanged() const { return !exchange_ || exchange_->is_finished(); }
  void step();
  void move_own(Index steps = 1, Index all = 1);
  void pull();
  void end_round();
  template <class Action>
  void guarded(Action&& action);

  CarrierKind kind_;
  mpi::Context& context_;
  std::deque<Member> members_;
  Meeting* meeting_ = nullptr;           // where sources are pulled
  std::vector<int> readings_, readers_;  // node ranks whose source I read, who read mine
  std::vector<int> neighbours_;          // all others of the node …
  bool is_together_ = false;             // … with whom some of the moves is made
  std::deque<PieceBundle> bundles_;
  std::unique_ptr<Exchange> exchange_;
  std::optional<Round> round_;
  Phase phase_ = Phase::Over;
  Index staged_bytes_ = 0;  // in a run
  Index pulled_bytes_ = 0, node_moves_ = 0, overflows_ = 0;
};

}  // namespace ashlar::detail
