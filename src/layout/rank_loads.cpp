// SPDX-License-Identifier: BSD-3-Clause
#include "rank_loads.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "axis_volume.hpp"
#include "triangle_volume.hpp"

namespace ashlar::detail {
namespace {

template <class T>
const T& at(const std::vector<T>& list, int p) {
  return list[static_cast<std::size_t>(p)];
}

template <class F>
void for_each_rank(const RankMap& ranks, F&& f) {
  for (int row = 0; row < ranks.grid().rows; ++row)
    for (int col = 0; col < ranks.grid().cols; ++col) {
      const Coord position{row, col};
      f(ranks.rank_of(position), position);
    }
}

/// Calls f(rank, from, to) for every rank of either grid, with optional positions along the
/// target's dimensions.
template <class F>
void for_each_rank_of_both(const Transfers& moves, F&& f) {
  const RankMap &source = moves.source().ranks(), &target = moves.target().ranks();
  const bool swap = is_transposing(moves.op());
  for_each_rank(source, [&](int rank, Coord position) {
    f(rank, std::optional(swap ? position.transposed() : position), target.coord_of(rank));
  });
  for_each_rank(target, [&](int rank, Coord position) {
    if (!source.coord_of(rank)) f(rank, std::optional<Coord>(), std::optional(position));
  });
}

/// Indices of the moved range by process.
std::vector<Index> totals_of(const Axis& axis, Index first, Index length) {
  std::vector<Index> totals;
  totals.reserve(static_cast<std::size_t>(axis.nprocs));
  for (int p = 0; p < axis.nprocs; ++p)
    totals.push_back(axis.local_count_below(p, first + length) - axis.local_count_below(p, first));
  return totals;
}

struct Dimension {
  explicit Dimension(const AxisPairing& pair)
      : volume(pair, AxisVolume::Side::Source),
        sent(totals_of(pair.source, pair.source_first, pair.length)),
        received(totals_of(pair.target, pair.target_first, pair.length)),
        senders(static_cast<std::size_t>(pair.target.nprocs)) {
    for (int p = 0; p < pair.source.nprocs; ++p)
      for (const AxisVolume::Entry& entry : volume.of(p))
        ++senders[static_cast<std::size_t>(entry.coord)];
  }

  AxisVolume volume;
  std::vector<Index> sent, received;
  std::vector<Index> senders;  // number per process of the target
};

/// Loads without a triangle: products of rows and columns. Kept elements depend on the rank maps.
MoveTotals visit_by_dimensions(const Transfers& moves,
                               const std::function<void(const RankLoad&)>& f) {
  const Dimension rows(moves.row_pairing()), cols(moves.col_pairing());
  MoveTotals totals{moves.row_pairing().length * moves.col_pairing().length,
                    rows.volume.pairs() * cols.volume.pairs()};
  for_each_rank_of_both(moves, [&](int rank, std::optional<Coord> from, std::optional<Coord> to) {
    RankLoad load{.rank = rank};
    if (from && to) load.kept = rows.volume.between(from->row, to->row);
    if (load.kept > 0) load.kept *= cols.volume.between(from->col, to->col);
    if (from) {
      load.sent = at(rows.sent, from->row) * at(cols.sent, from->col) - load.kept;
      load.messages +=
          std::ssize(rows.volume.of(from->row)) * std::ssize(cols.volume.of(from->col));
    }
    if (to) {
      load.received = at(rows.received, to->row) * at(cols.received, to->col) - load.kept;
      load.messages += at(rows.senders, to->row) * at(cols.senders, to->col);
    }
    if (load.kept > 0) {
      --totals.messages;
      load.messages -= 2;
    }
    f(load);
  });
  return totals;
}

/// Shared indices of each pair of processes along one dimension.
struct SharedDimension {
  explicit SharedDimension(const AxisPairing& pair)
      : source{pair.source, pair.source_first, pair.length},
        target{pair.target, pair.target_first, pair.length},
        sent(static_cast<std::size_t>(pair.source.nprocs)),
        received(static_cast<std::size_t>(pair.target.nprocs)) {
    for (int p = 0; p < pair.source.nprocs; ++p) {
      shares.push_back(pair.from_source(p));
      for (const AxisShare& share : shares.back()) {
        all.push_back(reach_of(share.runs));
        sent[static_cast<std::size_t>(p)].push_back(all.back());
        received[static_cast<std::size_t>(share.coord)].push_back(all.back());
      }
    }
  }

  /// Null without shared indices.
  const AxisShare* between(int p, int q) const {
    const auto& row = at(shares, p);
    const auto found = std::ranges::lower_bound(row, q, {}, &AxisShare::coord);
    return found == row.end() || found->coord != q ? nullptr : &*found;
  }

  DistributedRange source, target;
  std::vector<std::vector<AxisShare>> shares;      // by process of the source
  std::vector<Range> all;                          // hulls of all shares
  std::vector<std::vector<Range>> sent, received;  // hulls by process
};

using Ends = std::vector<std::vector<Index>>;

/// Counts each rank's pairs of shares in the triangle.
class PartnersInTriangle {
 public:
  PartnersInTriangle(const Triangle& triangle, const SharedDimension& rows,
                     const SharedDimension& cols)
      : triangle_(triangle) {
    for (const auto& ranges : rows.sent) sent_rows_.push_back(ends_of_rows(triangle, ranges));
    for (const auto& ranges : cols.sent) sent_cols_.push_back(ends_of_cols(triangle, ranges));
    for (const auto& ranges : rows.received)
      received_rows_.push_back(ends_of_rows(triangle, ranges));
    for (const auto& ranges : cols.received)
      received_cols_.push_back(ends_of_cols(triangle, ranges));
  }

  Index of(const std::optional<Coord>& from, const std::optional<Coord>& to) const {
    return (from ? pairs_in(triangle_, at(sent_rows_, from->row), at(sent_cols_, from->col)) : 0) +
           (to ? pairs_in(triangle_, at(received_rows_, to->row), at(received_cols_, to->col)) : 0);
  }

 private:
  Triangle triangle_;
  Ends sent_rows_, sent_cols_, received_rows_, received_cols_;
};

/// Loads of a triangle. Two ranks exchange elements if their first shared column is not beyond the
/// diagonal in their last shared row.
MoveTotals visit_by_triangle(const Transfers& moves, PartnerCount count,
                             const std::function<void(const RankLoad&)>& f) {
  const Triangle& triangle = moves.moved();
  const SharedDimension rows(moves.row_pairing()), cols(moves.col_pairing());
  const auto sent = triangle_volumes(triangle, rows.source, cols.source),
             received = triangle_volumes(triangle, rows.target, cols.target);
  const auto volume = [](const std::vector<Index>& volumes, Coord c,
                         const DistributedRange& along_cols) {
    return volumes[static_cast<std::size_t>(Index{c.row} * along_cols.axis.nprocs + c.col)];
  };
  std::optional<PartnersInTriangle> partners;
  if (count == PartnerCount::OfEachRank) partners.emplace(triangle, rows, cols);
  MoveTotals totals{
      triangle.count({0, rows.target.length}, {0, cols.target.length}),
      pairs_in(triangle, ends_of_rows(triangle, rows.all), ends_of_cols(triangle, cols.all))};
  for_each_rank_of_both(moves, [&](int rank, std::optional<Coord> from, std::optional<Coord> to) {
    RankLoad load{.rank = rank};
    const Index all_sent = from ? volume(sent, *from, cols.source) : 0;
    const Index all_received = to ? volume(received, *to, cols.target) : 0;
    if (all_sent > 0 && all_received > 0) {
      const AxisShare *row = rows.between(from->row, to->row),
                      *col = row == nullptr ? nullptr : cols.between(from->col, to->col);
      if (col != nullptr)
        load.kept =
            row->is_whole() && col->is_whole() ? all_sent : triangle.count(row->runs, col->runs);
    }
    load.sent = all_sent - load.kept;
    load.received = all_received - load.kept;
    if (partners) load.messages = partners->of(from, to);
    if (load.kept > 0) {
      --totals.messages;
      if (partners) load.messages -= 2;
    }
    f(load);
  });
  return totals;
}

}  // namespace

MoveTotals visit_loads(const Transfers& moves, PartnerCount count,
                       const std::function<void(const RankLoad&)>& f) {
  return moves.moved().uplo == Uplo::General ? visit_by_dimensions(moves, f)
                                             : visit_by_triangle(moves, count, f);
}

}  // namespace ashlar::detail
