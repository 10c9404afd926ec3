// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "move/kernels/choices.hpp"
#include "move/meet/meeting.hpp"
#include "move/meet/source_board.hpp"
#include "move/pack/transport.hpp"
#include "move/pull/panel_pull.hpp"

namespace ashlar::detail {

/// Every rank takes what it needs out of the private memory of the others, through panels that stay
/// in cache; what is its own it takes in place. For ranks of one node that may read each other's
/// memory.
template <class T>
class PeerCarrier final : public Carrier<T> {
 public:
  /// @pre Meeting and PeerMemory of `context` are available
  PeerCarrier(const Route& route, mpi::Context& context, Index piece_bytes)
      : route_(route),
        context_(context),
        meeting_(Meeting::of(context)),
        board_(SourceBoard::of(context)),
        peers_(mpi::PeerMemory::of(context)),
        scratch_(Scratch::of(context)),
        panel_bytes_(pieces_per_panel * piece_bytes),
        rows_(route.receives.rows()),
        cols_(route.receives.cols()) {
    for (const Partner& partner : route.receives.partners()) elements_ += partner.elements;
    find_others(route.receives, readings_);
    find_others(route.sends, readers_);
  }

  Index buffer_bytes() const override { return buffer_bytes_; }

  PlanStatistics statistics() const override { return {.pulled_bytes = pulled_bytes_}; }

  /// Does it all: others' memory can only be noted on the board for one move at a time.
  void start(std::span<const Operands<T>> all) override {
    const Operands<T>& operands = all.front();
    board_.post({reinterpret_cast<const std::byte*>(operands.source.data), operands.source.ld()});
    round_ = meeting_.enter();
    try {
      if (elements_ > 0) pull(operands);
    } catch (...) {  // out of memory, or the system refuses: the others must not wait for this rank
      meeting_.poison();
      throw;
    }
    meeting_.leave(round_);
    for (int node_rank : readers_) meeting_.wait_for_reader(node_rank, round_);
    for (const Partner& partner : route_.receives.partners())
      if (partner.rank != route_.rank) pulled_bytes_ += partner.elements * Index{sizeof(T)};
  }

  bool progress() override { return true; }
  void finish() override {}

 private:
  /// The system reads long stretches faster, which outweighs the second-level cache.
  static constexpr Index pieces_per_panel = 4;

  /// One dimension of what this rank receives: from all sources, and from those at one coordinate.
  struct Dimension {
    explicit Dimension(const std::vector<AxisShare>& given) : shares(given), all(given) {
      for (const AxisShare& share : given) each.emplace_back(std::vector{share});
    }
    const std::vector<AxisShare>& shares;
    Mosaic all;
    std::vector<Mosaic> each;
  };

  void find_others(const LayoutShare& share, std::vector<int>& node_ranks) const {
    for (const Partner& partner : share.partners())
      if (partner.rank != route_.rank) node_ranks.push_back(*context_.node_rank_of(partner.rank));
  }

  void pull(const Operands<T>& operands) {
    const TargetBlock& target = operands.target;
    const bool transposing = is_transposing(route_.transfers.op());
    const bool by_rows = !target.is_column_major();
    const bool inner_is_rows = transposing != (operands.source_order == StorageOrder::Fortran);
    const Dimension& inner = inner_is_rows ? rows_ : cols_;
    const Dimension& outer = inner_is_rows ? cols_ : rows_;
    const PanelPull pull{
        .inner = &inner.all,
        .inner_shares = static_cast<int>(inner.shares.size()),
        .outer = &outer.each,
        .turned = inner_is_rows == by_rows,
        .element_bytes = sizeof(T),
        .conjugate = conjugation<T>(route_.transfers.op()),
        .triangle = by_rows ? route_.transfers.moved().transposed() : route_.transfers.moved(),
        .panel_bytes = panel_bytes_};

    std::vector<std::vector<PanelSource>> sources(outer.shares.size());
    const auto sources_of = [&](std::size_t o) -> const std::vector<PanelSource>& {
      if (sources[o].empty())
        for (const AxisShare& share : inner.shares)
          sources[o].push_back(inner_is_rows
                                   ? source_at(operands, share.coord, outer.shares[o].coord)
                                   : source_at(operands, outer.shares[o].coord, share.coord));
      return sources[o];
    };
    buffer_bytes_ = pull.run(sources_of, first_outer(outer, inner_is_rows), target,
                             elements_ * Index{sizeof(T)} >= stream_from_bytes(), peers_, scratch_);
  }

  /// The outer share that has this rank's own part, or else one that depends on the rank, so that
  /// not all begin with the same source.
  std::size_t first_outer(const Dimension& outer, bool inner_is_rows) const {
    const auto mine = route_.transfers.source().ranks().coord_of(route_.rank);
    if (mine) {
      const bool is_row = inner_is_rows == is_transposing(route_.transfers.op());
      for (std::size_t o = 0; o < outer.shares.size(); ++o)
        if (outer.shares[o].coord == (is_row ? mine->row : mine->col)) return o;
    }
    return static_cast<std::size_t>(route_.rank) % outer.shares.size();
  }

  /// The memory of the source rank with these coordinates along the target's rows and columns, when
  /// it may be read.
  PanelSource source_at(const Operands<T>& operands, int along_rows, int along_cols) const {
    const Coord coord = is_transposing(route_.transfers.op()) ? Coord{along_cols, along_rows}
                                                              : Coord{along_rows, along_cols};
    const int rank = route_.transfers.source().ranks().rank_of(coord);
    if (rank == route_.rank)
      return {std::nullopt, reinterpret_cast<const std::byte*>(operands.source.data),
              operands.source.ld()};
    const int node_rank = *context_.node_rank_of(rank);
    // A triangle may leave nothing between two ranks.
    if (std::find(readings_.begin(), readings_.end(), node_rank) == readings_.end())
      return {node_rank, nullptr, 0};
    meeting_.wait_for_source(node_rank, round_);
    const SourceNotice notice = board_.read(node_rank);
    return {node_rank, notice.data, notice.ld};
  }

  const Route& route_;
  mpi::Context& context_;
  Meeting& meeting_;
  SourceBoard& board_;
  const mpi::PeerMemory& peers_;
  Scratch& scratch_;
  Index panel_bytes_;
  Dimension rows_, cols_;
  Index elements_ = 0, buffer_bytes_ = 0, pulled_bytes_ = 0;
  std::uint64_t round_ = 0;
  std::vector<int> readings_, readers_;  // node ranks whose source I read, who read mine
};

}  // namespace ashlar::detail
