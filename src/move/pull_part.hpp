// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "choices.hpp"
#include "combined_pull.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// The part of one move that a rank takes out of the memory that its node's ranks share with it,
/// this rank's own included: no message, no buffer, one read and one write. For sources in shared
/// segments.
template <class T>
class PullPart {
 public:
  PullPart(const Route& route, const mpi::Context& context) : route_(route), context_(context) {
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

  /// Ranks of the node whose source this rank reads, and who read this one's.
  const std::vector<int>& readings() const { return readings_; }
  const std::vector<int>& readers() const { return readers_; }
  /// What is taken from other ranks.
  Index bytes_of_others() const { return (elements_ - own_elements_) * Index{sizeof(T)}; }

  /// Notes where everything lies: a matrix may be moved from then on.
  void start(const Operands<T>& operands) {
    target_ = operands.target;
    sources_.clear();
    if (elements_ == 0) return;
    const bool by_rows = !target_.is_column_major();
    for (const AxisShare& along : by_rows ? route_.receives.cols() : route_.receives.rows())
      for (const AxisShare& across : by_rows ? route_.receives.rows() : route_.receives.cols())
        sources_.push_back(source_at(operands, by_rows ? across.coord : along.coord,
                                     by_rows ? along.coord : across.coord));
  }

  /// Takes everything. @pre the node's ranks whose sources are read have entered
  void run() {
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
  void find_others(const Share& share, std::vector<int>& node_ranks) const {
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

  /// The memory of the source rank with these coordinates along the target's rows and columns;
  /// nothing if it is not on this node.
  PullSource source_at(const Operands<T>& operands, int along_rows, int along_cols) const {
    const Layout& layout = route_.transfers.source();
    const Coord coord = is_transposing(route_.transfers.op()) ? Coord{along_cols, along_rows}
                                                              : Coord{along_rows, along_cols};
    const int rank = layout.ranks().rank_of(coord);
    const Index ld = owned_ld(layout.local_shape(coord));
    if (rank == route_.rank) return {reinterpret_cast<const std::byte*>(operands.source.data), ld};
    const auto node_rank = context_.node_rank_of(rank);
    if (!node_rank) return {};
    return {operands.source_storage.part_of(*node_rank).data, ld};
  }

  const Route& route_;
  const mpi::Context& context_;
  Mosaic rows_, cols_;
  Index elements_ = 0, own_elements_ = 0;  // from this node; of these from this rank
  std::size_t near_count_ = 0;             // ranks of this node that they come from
  std::vector<int> readings_, readers_;
  std::vector<PullSource> sources_;
  TargetBlock target_;
};

}  // namespace ashlar::detail
