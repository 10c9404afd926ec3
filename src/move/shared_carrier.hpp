// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "choices.hpp"
#include "combined_pull.hpp"
#include "meeting.hpp"
#include "transport.hpp"

namespace ashlar::detail {

/// Every rank takes what it needs out of the memory that the others share with it: no message, no
/// buffer, one read and one write. For ranks of one node and sources in shared segments.
template <class T>
class SharedCarrier final : public Carrier<T> {
 public:
  SharedCarrier(const Route& route, mpi::Context& context)
      : route_(route), context_(context), meeting_(Meeting::of(context)) {
    rows_ = Mosaic(route.receives.rows());
    cols_ = Mosaic(route.receives.cols());
    for (const Partner& partner : route.receives.partners()) elements_ += partner.elements;
    find_others(route.receives, readings_);
    find_others(route.sends, readers_);
  }

  Index buffer_bytes() const override { return 0; }

  void run(const Operands<T>& operands) override {
    meeting_.enter();
    for (int node_rank : readings_) meeting_.wait_for_source(node_rank);
    try {
      if (elements_ > 0) pull(operands);
    } catch (...) {  // out of memory for a table: the others must not wait for this rank
      meeting_.poison();
      throw;
    }
    meeting_.leave();
    for (int node_rank : readers_) meeting_.wait_for_reader(node_rank);
  }

 private:
  void find_others(const Share& share, std::vector<int>& node_ranks) const {
    for (const Partner& partner : share.partners())
      if (partner.rank != route_.rank) node_ranks.push_back(*context_.node_rank_of(partner.rank));
  }

  void pull(const Operands<T>& operands) {
    const TargetBlock& target = operands.target;
    const bool transposing = is_transposing(route_.transfers.op());
    const bool by_rows = !target.is_column_major();
    const auto& rows = route_.receives.rows();
    const auto& cols = route_.receives.cols();
    Pull pull{
        .along = by_rows ? &cols_ : &rows_,
        .across = by_rows ? &rows_ : &cols_,
        .turned = transposing != by_rows,
        .element_bytes = sizeof(T),
        .conjugate = conjugation<T>(route_.transfers.op()),
        .triangle = by_rows ? route_.transfers.moved().transposed() : route_.transfers.moved(),
        .across_shares = static_cast<int>(by_rows ? rows.size() : cols.size())};
    std::vector<PullSource> sources;
    for (const AxisShare& along : by_rows ? cols : rows)
      for (const AxisShare& across : by_rows ? rows : cols)
        sources.push_back(source_at(operands, by_rows ? across.coord : along.coord,
                                    by_rows ? along.coord : across.coord));
    pull_into(target, pull, sources, elements_ * Index{sizeof(T)} >= stream_from_bytes());
  }

  /// The memory of the source rank with these coordinates along the target's rows and columns.
  PullSource source_at(const Operands<T>& operands, int along_rows, int along_cols) const {
    const Layout& layout = route_.transfers.source();
    const Coord coord = is_transposing(route_.transfers.op()) ? Coord{along_cols, along_rows}
                                                              : Coord{along_rows, along_cols};
    const int rank = layout.ranks().rank_of(coord);
    const Index ld = owned_ld(layout.local_shape(coord));
    if (rank == route_.rank) return {reinterpret_cast<const std::byte*>(operands.source.data), ld};
    return {operands.source_storage.part_of(*context_.node_rank_of(rank)).data, ld};
  }

  const Route& route_;
  mpi::Context& context_;
  Meeting& meeting_;
  Mosaic rows_, cols_;
  Index elements_ = 0;
  std::vector<int> readings_, readers_;  // node ranks whose source I read, who read mine
};

}  // namespace ashlar::detail
