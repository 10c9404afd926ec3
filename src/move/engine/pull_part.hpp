// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "move/kernels/choices.hpp"
#include "move/pack/transport.hpp"
#include "move/pull/combined_pull.hpp"
#include "move/pull/node_pull.hpp"

namespace ashlar::detail {

/// The part of one move that a rank takes out of the memory that its node's ranks share with it,
/// this rank's own included: no message, no buffer, one read and one write. For sources in shared
/// segments.
template <class T>
class PullPart {
 public:
  PullPart(const Route& route, mpi::Context& context) : route_(route), context_(context) {
    rows_ = Mosaic(route.receives.rows());
    cols_ = Mosaic(route.receives.cols());
    for (const Partner& partner : route.receives.partners()) {
      if (!context.node_rank_of(partner.rank)) continue;
      elements_ += partner.elements;
      if (partner.rank == route.rank) own_elements_ = partner.elements;
      ++near_count_;
    }
    find_others(route.receives, readings_);
    find_others(route.sends, readers_);
  }

  /// Whether all ranks of the node make the move that was started together.
  bool is_together() const { return is_together_; }
  /// Ranks of the node whose source this rank reads, and who read this one's, where each takes its
  /// own.
  const std::vector<int>& readings() const { return readings_; }
  const std::vector<int>& readers() const { return readers_; }
  /// What is taken from other ranks.
  Index bytes_of_others() const { return (elements_ - own_elements_) * Index{sizeof(T)}; }

  /// Notes where everything lies: a matrix may be moved from then on.
  void start(const Operands<T>& operands) {
    target_ = operands.target;
    source_storage_ = &operands.source_storage;
    sources_.clear();
    is_together_ = pays_together();
    if (elements_ == 0 || is_together_) return;
    const bool by_rows = !target_.is_column_major();
    for (const AxisShare& along : by_rows ? route_.receives.cols() : route_.receives.rows())
      for (const AxisShare& across : by_rows ? route_.receives.rows() : route_.receives.cols())
        sources_.push_back(source_at(by_rows ? Coord{across.coord, along.coord}
                                             : Coord{along.coord, across.coord}));
  }

  /// Takes everything. @pre the node's ranks whose sources are read have entered; all of them, if
  /// the move is made together
  void run() {
    if (is_together_) return run_together();
    if (elements_ == 0) return;
    const bool has_all = near_count_ == route_.receives.partners().size();
    if (has_all || target_.computes() == nullptr)
      return pull(rows_, cols_, route_.receives.rows().size(), route_.receives.cols().size(),
                  sources_);
    // What others will send must not be computed with now: source by source.
    const auto& rows = route_.receives.rows();
    const auto& cols = route_.receives.cols();
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < cols.size(); ++c) {
        const PullSource& source =
            sources_[target_.is_column_major() ? r * cols.size() + c : c * rows.size() + r];
        if (source.data != nullptr)
          pull(Mosaic(std::vector{rows[r]}), Mosaic(std::vector{cols[c]}), 1, 1, {source});
      }
    }
  }

 private:
  void find_others(const LayoutShare& share, std::vector<int>& node_ranks) const {
    for (const Partner& partner : share.partners())
      if (const auto node_rank = context_.node_rank_of(partner.rank))
        if (partner.rank != route_.rank) node_ranks.push_back(*node_rank);
  }

  void pull(const Mosaic& rows, const Mosaic& cols, std::size_t row_shares, std::size_t col_shares,
            const std::vector<PullSource>& sources) const {
    const bool by_rows = !target_.is_column_major();
    const Transfers& transfers = route_.transfers;
    const Pull pull{.along = by_rows ? &cols : &rows,
                    .across = by_rows ? &rows : &cols,
                    .turned = is_transposing(transfers.op()) != by_rows,
                    .element_bytes = sizeof(T),
                    .conjugate = conjugation<T>(transfers.op()),
                    .triangle = by_rows ? transfers.moved().transposed() : transfers.moved(),
                    .across_shares = static_cast<int>(by_rows ? row_shares : col_shares)};
    pull_into(target_, pull, sources, elements_ * Index{sizeof(T)} >= stream_from_bytes());
  }

  /// Whether the move is one for all ranks of the node; the same on all of them, as their matrices
  /// lie in shared memory everywhere or nowhere.
  bool pays_together() {
    const bool is_possible = context_.node_size() > 1 && target_.computes() == nullptr &&
                             target_.storage != nullptr && !target_.storage->is_empty() &&
                             target_.storage->is_shared();
    if (!is_possible) return false;
    if (!node_pull_)
      node_pull_ = std::make_unique<NodePull>(route_.transfers, context_,
                                              conjugation<T>(route_.transfers.op()), sizeof(T));
    return node_pull_->pays();
  }

  void run_together() const {
    const auto target_at = [this](int node_rank, Coord coord) -> PullTarget {
      return {target_.storage->part_of(node_rank).data,
              owned_ld(route_.transfers.target().local_shape(coord))};
    };
    node_pull_->run([this](Coord coord) { return source_at(coord); }, target_at);
  }

  /// The memory of the source rank with these coordinates along the target's rows and columns;
  /// nothing if it is not on this node.
  PullSource source_at(Coord along_target) const {
    const Layout& layout = route_.transfers.source();
    const Coord coord =
        is_transposing(route_.transfers.op()) ? along_target.transposed() : along_target;
    const auto node_rank = context_.node_rank_of(layout.ranks().rank_of(coord));
    if (!node_rank) return {};
    return {source_storage_->part_of(*node_rank).data, owned_ld(layout.local_shape(coord))};
  }

  const Route& route_;
  mpi::Context& context_;
  Mosaic rows_, cols_;
  Index elements_ = 0, own_elements_ = 0;  // from this node; of these from this rank
  std::size_t near_count_ = 0;             // ranks of this node that they come from
  std::vector<int> readings_, readers_;
  std::vector<PullSource> sources_;
  const mpi::Storage* source_storage_ = nullptr;
  TargetBlock target_;
  std::unique_ptr<NodePull> node_pull_;  // made when it might pay
  bool is_together_ = false;
};

}  // namespace ashlar::detail
