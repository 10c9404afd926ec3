// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/mirror.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/layout/patchwork.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/request.hpp>

#include "move/engine/plan_checks.hpp"
#include "move/exchange/exchange.hpp"
#include "move/exchange/scratch.hpp"
#include "move/front/same_move.hpp"
#include "move/meet/meeting.hpp"
#include "move/pack/route.hpp"
#include "swap_walk.hpp"

namespace ashlar::detail {
namespace {

/// Edge of a rank's own square tiles: two fit into the first-level cache, one into a piece.
Index own_edge_of(Index piece_elements) {
  Index edge = 1;
  while (edge < 64 && (edge + 1) * (edge + 1) <= piece_elements) ++edge;
  return edge;
}

class InPlace {
 public:
  InPlace(mpi::Context& context, const Patchwork& moves, const Operand& a, Index piece_elements)
      : context_(context),
        moves_(moves),
        share_(moves.received_by(context.rank())),
        partners_(share_.ranks().begin(), share_.ranks().end()),
        node_partners_(near_ranks(share_, context)),
        storage_(*a.storage),
        order_(a.order),
        element_bytes_(a.element.size()),
        mover_(element_bytes_, conjugation(a.element, moves.op() == Op::ConjTrans)),
        piece_(piece_elements),
        own_edge_(own_edge_of(piece_elements)),
        memory_(Scratch::of(context).take(4 * piece_ * element_bytes_)) {
    for (const MemoryBlock& block : a.blocks) blocks_.push_back(view_of(block, order_));
    // Pairs swap in the order of (sum of their ranks) mod P. The first unfinished pair has
    // completed all earlier ones, which excludes deadlock.
    std::sort(partners_.begin(), partners_.end(), [&](int one, int other) {
      const auto turn = [&](int rank) { return (rank + context.rank()) % context.size(); };
      return turn(one) < turn(other);
    });
  }

  /// @param meeting  of node ranks with access to each other's parts; else null
  void run(Meeting* meeting) {
    const int tag = MoveTags::next(context_);
    if (meeting != nullptr) round_.emplace(*meeting);
    for (int partner : partners_)
      if (!is_near(partner)) swap_with(partner, tag);
    for (int partner : partners_)
      if (is_near(partner)) swap_near(partner);
    kernels().fence();
    if (!round_) return;
    round_->leave();
    round_->wait_for_readers(node_partners_);
    round_->end();
  }

 private:
  std::byte* buffer(std::size_t k) const {
    return memory_.data() + static_cast<Index>(k) * piece_ * element_bytes_;
  }

  /// True for this rank and for ranks with accessible parts.
  bool is_near(int rank) const {
    return rank == context_.rank() || (round_ && context_.node_rank_of(rank).has_value());
  }

  void swap_tiles(const SwapTile& here, const SwapTile& there) {
    mover_.pack(here, buffer(0));
    mover_.pack(there, buffer(1));
    mover_.unpack(buffer(1), here);
    mover_.unpack(buffer(0), there);
  }

  /// Swaps without messages: both ranks swap alternate tiles.
  void swap_near(int partner) {
    if (partner == context_.rank()) return turn_own();
    const int node_rank = *context_.node_rank_of(partner);
    round_->wait_for_sources({&node_rank, 1});
    std::byte* const memory = storage_.part_of(node_rank).data;
    const bool is_lower = context_.rank() < partner;
    SwapWalk walk(share_.boxes_of(partner), blocks_, is_lower, own_edge_ * own_edge_);
    SwapTile here, there;
    const Box* box = nullptr;
    OwnedBlock block;
    for (bool is_mine = is_lower; walk.next(here); is_mine = !is_mine) {
      if (!is_mine) continue;
      if (box != &walk.box()) {
        box = &walk.box();
        block = owned_block(moves_.source(), partner, box->source_block, order_);
      }
      there.memory = view_of({memory + block.offset * element_bytes_, block.ld}, order_);
      face(here.cols, there.rows);
      face(here.rows, there.cols);
      swap_tiles(here, there);
    }
  }

  /// Sets `there` to the runs at the partner.
  static void face(const std::vector<Run>& here, std::vector<Run>& there) {
    there.clear();
    for (const Run& run : here)
      there.push_back({run.at, run.target_local, run.source_local, run.length});
  }

  /// Keeps two tiles under way: one travels while the next is packed. Tiles are packed before they
  /// are overwritten.
  void swap_with(int partner, int tag) {
    const MPI_Comm comm = context_.comm().native();
    SwapWalk walk(share_.boxes_of(partner), blocks_, context_.rank() < partner, piece_);
    std::array<SwapTile, 2> tiles;
    std::array<mpi::Request, 2> sends, receives;
    std::size_t packed = 0, unpacked = 0;
    bool is_more = true;
    while (is_more || unpacked < packed) {
      const std::size_t k = packed % 2;
      if (is_more && (is_more = walk.next(tiles[k]))) {
        const int bytes = checked_int(tiles[k].elements() * element_bytes_, "bytes of a tile");
        MPI_Request request = MPI_REQUEST_NULL;
        mpi::check(MPI_Irecv(buffer(2 + k), bytes, MPI_BYTE, partner, tag, comm, &request),
                   "MPI_Irecv");
        receives[k] = mpi::Request::adopt(request);
        sends[k].wait();
        mover_.pack(tiles[k], buffer(k));
        mpi::check(MPI_Isend(buffer(k), bytes, MPI_BYTE, partner, tag, comm, &request),
                   "MPI_Isend");
        sends[k] = mpi::Request::adopt(request);
        ++packed;
      }
      if (packed - unpacked == 2 || (!is_more && unpacked < packed)) {
        receives[unpacked % 2].wait();
        mover_.unpack(buffer(2 + unpacked % 2), tiles[unpacked % 2]);
        ++unpacked;
      }
    }
    for (mpi::Request& send : sends) send.wait();
  }

  /// Swaps every own box with the one mirrored at the diagonal.
  void turn_own() {
    const std::span<const Box> boxes = share_.boxes_of(context_.rank());
    for (const Box& box : boxes) {
      const auto corner = corner_of(box);
      if (corner.first < corner.second) continue;
      // Boxes are sorted by their first column, then by their first row.
      const auto mirrored = std::partition_point(boxes.begin(), boxes.end(), [&](const Box& other) {
        const auto [row, col] = corner_of(other);
        return std::pair(col, row) < corner;
      });
      turn_pair(box, *mirrored);
    }
  }

  void turn_pair(const Box& a, const Box& b) {
    const bool is_same = &a == &b;
    SwapTile here, there;
    here.memory = blocks_[static_cast<std::size_t>(a.target_block)];
    there.memory = blocks_[static_cast<std::size_t>(b.target_block)];
    RunCutter here_rows(a.runs(0)), there_cols(b.runs(1));
    for (Index i = 0; here_rows.next(own_edge_, here.rows); ++i) {
      there_cols.next(own_edge_, there.cols);
      RunCutter here_cols(a.runs(1)), there_rows(b.runs(0));
      // On the diagonal, tiles above it are partners of those below.
      for (Index j = 0; !(is_same && j > i) && here_cols.next(own_edge_, here.cols); ++j) {
        there_rows.next(own_edge_, there.rows);
        if (!is_same || i != j) {
          swap_tiles(here, there);
          continue;
        }
        mover_.pack(here, buffer(0));
        mover_.unpack(buffer(0), here);
      }
    }
  }

  mpi::Context& context_;
  const Patchwork& moves_;
  Share share_;
  std::vector<int> partners_;       // in the order of their swaps
  std::vector<int> node_partners_;  // node ranks of the others on the node
  std::vector<AnyBlock> blocks_;
  const mpi::Storage& storage_;
  StorageOrder order_;
  Index element_bytes_;
  TileMover mover_;
  Index piece_, own_edge_;  // elements per message at most, and edge of an own tile
  Scratch::Lease memory_;
  std::optional<Meeting::Round> round_;
};

}  // namespace

void transpose_in_place(const Operand& a, Op op, const PlanOptions& options) {
  const mpi::CollectiveCall call(a.comm, "transpose_in_place", mpi::same("the matrix", a),
                                 mpi::same("op", op), mpi::same("the options", options));
  const Shape shape = a.section.shape();
  expect(shape.rows == shape.cols, "transpose_in_place: the matrix or section is ", shape.rows, "x",
         shape.cols,
         ", but only a square one keeps its shape; use transpose, which makes a new matrix");
  expect_piece_bytes("transpose_in_place", options.piece_bytes);
  expect(options.transport == Transport::Automatic || options.transport == Transport::Messages,
         "transpose_in_place: only automatic transport and messages are there to choose from");
  mpi::Context& context = mpi::Context::of(a.comm);
  const Placement& placement = *a.placement;
  // Without node numbers, the nearest replica is the written one.
  const Patchwork moves(placement, placement, {.op = op, .source = a.section, .target = a.section});
  Scratch::of(context);
  Meeting& meeting = Meeting::of(context);
  const bool shares = options.transport != Transport::Messages && meeting.is_available() &&
                      !a.storage->is_null() && a.storage->is_shared();
  auto swap = mpi::together(context.comm(), [&] {
    return std::make_unique<InPlace>(context, moves, a,
                                     std::max<Index>(1, options.piece_bytes / a.element.size()));
  });
  swap->run(shares ? &meeting : nullptr);
}

}  // namespace ashlar::detail
