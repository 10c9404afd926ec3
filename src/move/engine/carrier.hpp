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
#include "move/meet/meeting.hpp"
#include "move/pack/box_codec.hpp"
#include "move/pack/box_copies.hpp"
#include "move/pack/typed_codec.hpp"
#include "node_pull.hpp"
#include "peer_pull.hpp"
#include "way.hpp"

namespace ashlar::detail {

/// Key of a carrier. [same] on a node
struct CarrierKind {
  std::vector<Orders> orders;   ///< of each move
  std::vector<bool> is_pulled;  ///< true if the source is in a segment
  Way way = Way::Messages;
  friend bool operator==(const CarrierKind&, const CarrierKind&) = default;
};

/// Executes several moves with one message exchange and one node synchronisation. Elements in
/// shared segments are copied directly; all others use the selected way.
///
/// `is_pulled` is equal on a node but may differ between nodes. Both ends of a pair on one node
/// thus choose the same way; other pairs use messages.
class Carrier {
 public:
  using Routes = std::vector<std::unique_ptr<Route>>;

  /// @param has_exchange  [same] true if any rank may have to exchange elements
  /// @pre make_meeting_places(context, kind)
  Carrier(const Routes& routes, const CarrierKind& kind, bool has_exchange, Index piece_bytes,
          const PieceWindow& window);
  Carrier(const Carrier&) = delete;  // codecs refer to its memory
  Carrier& operator=(const Carrier&) = delete;

  /// Creates the objects that carriers of this kind share on a communicator.
  /// @collective over the communicator
  static void make_meeting_places(mpi::Context& context, const CarrierKind& kind);
  /// Connects the exchange. @collective over the communicator
  void connect();

  const CarrierKind& kind() const { return kind_; }
  Index buffer_bytes() const;
  /// Sums over all moves.
  PlanStatistics statistics() const;

  /// Binds operands and allocates buffers. [local]
  void prepare(std::span<const Ends> ends);
  /// Starts all moves. With Way::Peers they are complete on return; other ways do not wait.
  /// @pre prepared @collective
  void start();
  /// Progresses without waiting; returns true on completion. [local]
  bool progress();
  /// Completes the moves.
  void finish();

 private:
  struct Member {
    explicit Member(const Route& what) : route(what) {}
    const Route& route;
    MoveMemory memory;
    // From segments of the node: for this rank, and for all its ranks.
    std::unique_ptr<NodePull> pull, shared_pull;
    std::vector<Share> shares;  // of shared_pull
    bool is_sharing_checked = false, is_shared = false, is_joined = false;
    Index pulled_bytes = 0;  // from other ranks
    std::optional<PeerPull> peers;
    std::optional<BoxCopies> own;
    const BoxCodec* own_with = nullptr;  // codec that carries own elements along
    std::deque<BoxCodec> packed;
    std::deque<TypedCodec> typed;
    std::vector<PiecePartner> sends, receives;
  };
  enum class Phase {
    Entered,  // waits for the sources of the node
    Left,     // waits for readers of this rank's source
    Over
  };

  void add_pull(Member& member);
  void add_codecs(Member& member, std::size_t k, BoxCodec::Side side, Index piece_bytes,
                  bool is_bounded);
  static BoxCodec* packed_for(const Member& member, int rank);
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
  Meeting* meeting_ = nullptr;           // null without pulls
  std::vector<int> readings_, readers_;  // node ranks read by this rank, and its readers
  std::vector<int> neighbours_;          // all other ranks of the node, …
  bool is_together_ = false;             // … synchronised by a shared pull
  std::deque<PieceBundle> bundles_;
  std::unique_ptr<Exchange> exchange_;
  std::optional<Meeting::Round> round_;
  Phase phase_ = Phase::Over;
  Index staged_bytes_ = 0;  // per run
  Index pulled_bytes_ = 0, node_moves_ = 0, overflows_ = 0;
};

}  // namespace ashlar::detail
