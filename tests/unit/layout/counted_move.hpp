// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <ashlar/layout/detail/share.hpp>
#include <ashlar/layout/placement.hpp>

#include "array_cases.hpp"

namespace ashlar::test {

/// A place in the memory of one rank: a block and the indices in it.
struct BlockSpot {
  int rank = 0;
  int block = 0;
  Position local;
  friend auto operator<=>(const BlockSpot&, const BlockSpot&) = default;
};

/// Places of the elements of a matrix or an array, one for each copy: found by distributing and
/// counting them one by one.
class CountedPlaces {
 public:
  CountedPlaces(const Distribution& array) {  // NOLINT(google-explicit-constructor)
    std::vector<std::vector<DistributedPlace>> axis_places;
    Position extents;
    for (const Axis& axis : array.axes()) {
      axis_places.push_back(distribute(axis));
      extents.push_back(axis.extent);
    }
    for_each_position(extents, [&](const Position& at) {
      BlockSpot spot;
      for (std::size_t d = 0; d < at.size(); ++d) {
        const DistributedPlace& place = axis_places[d][static_cast<std::size_t>(at[d])];
        spot.rank = spot.rank * array.axes()[d].nprocs + place.process;
        spot.local.push_back(place.local);
      }
      add(at, spot);
    });
  }

  CountedPlaces(const Placement& placement) {  // NOLINT(google-explicit-constructor)
    const Replicas& replicas = placement.replicas();
    const auto spots =
        placement.layout() ? of_layout(*placement.layout()) : of_map(*placement.block_map());
    for (const auto& [at, spot] : spots) {
      for (int copy = 0; copy < replicas.count(); ++copy)
        add(at, {replicas.rank_of(copy, spot.rank), spot.block, spot.local});
    }
  }

  const std::vector<BlockSpot>& of(const Position& at) const { return spots_.at(at); }
  /// Extents of a block along each dimension.
  const Position& extents_of(int rank, int block) const { return extents_.at({rank, block}); }

  template <class F>
  static void for_each_position(const Position& extents, F&& f) {
    for (Index extent : extents)
      if (extent == 0) return;
    Position at(extents.size(), 0);
    for (std::size_t d = 0; d < at.size();) {
      if (d == 0) f(std::as_const(at));
      if (++at[d] < extents[d]) {
        d = 0;
      } else {
        at[d] = 0;
        ++d;
      }
    }
  }

 private:
  static std::map<Position, BlockSpot> of_layout(const Layout& layout) {
    const auto rows = distribute(layout.rows()), cols = distribute(layout.cols());
    std::map<Position, BlockSpot> spots;
    for (Index j = 0; j < layout.shape().cols; ++j)
      for (Index i = 0; i < layout.shape().rows; ++i) {
        const DistributedPlace row = rows[static_cast<std::size_t>(i)],
                               col = cols[static_cast<std::size_t>(j)];
        const int rank = layout.ranks().rank_of({row.process, col.process});
        spots[{i, j}] = {rank, 0, {row.local, col.local}};
      }
    return spots;
  }

  static std::map<Position, BlockSpot> of_map(const BlockMap& map) {
    std::map<int, int> blocks;  // of each rank, so far
    std::map<Position, BlockSpot> spots;
    for (Index c = 0; c < map.block_cols(); ++c)
      for (Index r = 0; r < map.block_rows(); ++r) {
        const int rank = map.owner({r, c}), number = blocks[rank]++;
        const Index top = map.row_cuts()[static_cast<std::size_t>(r)],
                    left = map.col_cuts()[static_cast<std::size_t>(c)];
        for (Index j = left; j < map.col_cuts()[static_cast<std::size_t>(c) + 1]; ++j)
          for (Index i = top; i < map.row_cuts()[static_cast<std::size_t>(r) + 1]; ++i)
            spots[{i, j}] = {rank, number, {i - top, j - left}};
      }
    return spots;
  }

  void add(const Position& at, const BlockSpot& spot) {
    spots_[at].push_back(spot);
    Position& extents = extents_[{spot.rank, spot.block}];
    extents.resize(at.size(), 0);
    for (std::size_t d = 0; d < at.size(); ++d)
      extents[d] = std::max(extents[d], spot.local[d] + 1);
  }

  std::map<Position, std::vector<BlockSpot>> spots_;
  std::map<std::pair<int, int>, Position> extents_;
};

/// A move of any kind, checked by counting.
struct CountedMove {
  int ranks = 1;
  CountedPlaces source, target;
  std::vector<int> axes;  ///< dimension d of the target is dimension axes[d] of the source
  Position source_first, target_first, extents;  ///< of the moved parts, in their own dimensions
  std::function<bool(const Position&)> is_kept;  ///< true if an element of the target's part moves
  std::function<detail::Share(int)> sent_by, received_by;

  /// Number of errors in the shares of all ranks; 0 if every element moves once from its place to
  /// each copy, and both ends agree about boxes and their order.
  Index mistakes() const {
    Index wrong = 0;
    std::vector<detail::Share> sends, receives;
    for (int rank = 0; rank < ranks; ++rank) {
      sends.push_back(sent_by(rank));
      receives.push_back(received_by(rank));
    }
    for (int rank = 0; rank < ranks; ++rank) {
      wrong += wrong_share(sends[place(rank)], rank, true);
      wrong += wrong_share(receives[place(rank)], rank, false);
      for (int other = 0; other < ranks; ++other)
        wrong += !agree(sends[place(rank)].boxes_of(other), receives[place(other)].boxes_of(rank));
    }
    return wrong + wrong_writes(receives);
  }

 private:
  static std::size_t place(int number) { return static_cast<std::size_t>(number); }

  template <class F>
  static void for_each_element(const detail::Box& box, F&& f) {
    std::vector<std::vector<detail::Run>> elements(place(box.ndims()));  // of length 1
    Position counts;
    for (int d = 0; d < box.ndims(); ++d) {
      box.runs(d).for_each([&](const detail::Run& run) {
        for (Index k = 0; k < run.length; ++k)
          elements[place(d)].push_back({run.at + k, run.source_local + k, run.target_local + k, 1});
      });
      counts.push_back(std::ssize(elements[place(d)]));
    }
    CountedPlaces::for_each_position(counts, [&](const Position& at) {
      std::vector<detail::Run> element;
      for (std::size_t d = 0; d < at.size(); ++d)
        element.push_back(elements[d][static_cast<std::size_t>(at[d])]);
      const std::size_t n = element.size();
      if (n < 2 || box.triangle().contains(element[n - 2].at, element[n - 1].at)) f(element);
    });
  }

  static bool agree(std::span<const detail::Box> sent, std::span<const detail::Box> received) {
    return std::equal(sent.begin(), sent.end(), received.begin(), received.end(),
                      [](const detail::Box& a, const detail::Box& b) {
                        bool same = a.source_block == b.source_block &&
                                    a.target_block == b.target_block &&
                                    a.triangle() == b.triangle() && a.elements == b.elements &&
                                    a.ndims() == b.ndims();
                        for (int d = 0; same && d < a.ndims(); ++d)
                          same = runs_of(a, d) == runs_of(b, d);
                        return same;
                      });
  }

  static std::vector<detail::Run> runs_of(const detail::Box& box, int d) {
    std::vector<detail::Run> runs;
    box.runs(d).for_each([&](const detail::Run& run) { runs.push_back(run); });
    return runs;
  }

  /// Errors in a share's own figures: ranks, cells, counts and extents.
  Index wrong_share(const detail::Share& share, int rank, bool sending) const {
    Index wrong = 0;
    std::set<int> partners;
    for (const detail::Box& box : share.boxes()) {
      partners.insert(box.rank);
      Index elements = 0;
      for_each_element(box, [&](const std::vector<detail::Run>&) { ++elements; });
      wrong += elements != box.elements || elements == 0;
      const int sender = sending ? rank : box.rank, receiver = sending ? box.rank : rank;
      for (int d = 0; d < box.ndims(); ++d) {
        const detail::AxisShare& axis = box.dim(d);
        const auto runs = runs_of(box, d);
        Index count = 0;
        for (const detail::Run& run : runs) count += run.length;
        wrong += axis.count != count;
        wrong += runs.front().at != axis.runs.hull().first;
        wrong += runs.back().at + runs.back().length > axis.runs.hull().last;
        wrong += axis.runs.hull().last > extents[place(d)];
        wrong += axis.source_extent !=
                 source.extents_of(sender, box.source_block)[place(axes[place(d)])];
        wrong += axis.target_extent != target.extents_of(receiver, box.target_block)[place(d)];
      }
      const detail::Cell& cell = share.cells()[place(box.cell)];
      wrong += cell.block() != (sending ? box.source_block : box.target_block);
    }
    wrong += std::vector<int>(partners.begin(), partners.end()) !=
             std::vector<int>(share.ranks().begin(), share.ranks().end());
    wrong += !share.boxes_of(-1).empty() || !share.boxes_of(ranks).empty();
    return wrong + wrong_cells(share);
  }

  /// Checks that every box consists of one share per dimension of its cell, and that cells have no
  /// other boxes.
  static Index wrong_cells(const detail::Share& share) {
    Index wrong = 0;
    std::size_t known = 0;
    for (const detail::Cell& cell : share.cells()) {
      Position counts;
      for (int d = 0; d < cell.ndims(); ++d) counts.push_back(std::ssize(cell.shares(d)));
      CountedPlaces::for_each_position(counts, [&](const Position& at) {
        const std::vector<int> choice(at.begin(), at.end());
        const detail::Box* const box = cell.box(choice);
        if (box == nullptr) return;
        ++known;
        wrong += &share.cells()[place(box->cell)] != &cell;
        for (int d = 0; d < cell.ndims(); ++d)
          wrong += &box->dim(d) != &cell.shares(d)[static_cast<std::size_t>(at[place(d)])];
      });
    }
    return wrong + (known != share.boxes().size());
  }

  Index wrong_writes(const std::vector<detail::Share>& receives) const {
    std::map<BlockSpot, Position> expected;  // the source's element for each place of the target
    CountedPlaces::for_each_position(extents, [&](const Position& at) {
      if (!is_kept(at)) return;
      Position to, from(at.size());
      for (std::size_t d = 0; d < at.size(); ++d) {
        to.push_back(target_first[d] + at[d]);
        from[place(axes[d])] = source_first[place(axes[d])] + at[d];
      }
      for (const BlockSpot& spot : target.of(to)) expected[spot] = from;
    });
    Index wrong = 0;
    for (int rank = 0; rank < ranks; ++rank)
      for (const detail::Box& box : receives[place(rank)].boxes())
        for_each_element(box, [&](const std::vector<detail::Run>& element) {
          BlockSpot from{box.rank, box.source_block, Position(element.size())};
          BlockSpot to{rank, box.target_block, {}};
          for (std::size_t d = 0; d < element.size(); ++d) {
            from.local[place(axes[d])] = element[d].source_local;
            to.local.push_back(element[d].target_local);
          }
          const auto found = expected.find(to);
          if (found == expected.end()) {
            ++wrong;  // not expected there, or a duplicate
            return;
          }
          const auto& owners = source.of(found->second);
          wrong += std::find(owners.begin(), owners.end(), from) == owners.end();
          expected.erase(found);
        });
    return wrong + std::ssize(expected);
  }
};

}  // namespace ashlar::test
