// SPDX-License-Identifier: BSD-3-Clause
// Transfers compared with brute force: every element of the target is written once, from the right
// place.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include <ashlar/layout/traffic_map.hpp>
#include <ashlar/layout/transfers.hpp>

#include "dice.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A random move, for grids of up to `max_procs` processes.
struct Case {
  Layout source, target;
  TransferOptions options;
};

class MoveDice : public Dice {
 public:
  using Dice::Dice;

  GridShape grid(int max_procs) {
    const int procs = static_cast<int>(roll(1, max_procs));
    std::vector<int> divisors;
    for (int d = 1; d <= procs; ++d)
      if (procs % d == 0) divisors.push_back(d);
    const int rows = divisors[static_cast<std::size_t>(roll(0, std::ssize(divisors) - 1))];
    return {rows, procs / rows};
  }

  Layout layout(Shape shape, int max_procs) {
    LayoutSpec spec{.shape = shape, .block = {roll(1, 9), roll(1, 9)}, .grid = grid(max_procs)};
    if (one_in(5)) spec.block = {roll(1, 64), roll(1, 64)};
    spec.source = {static_cast<int>(roll(0, spec.grid.rows - 1)),
                   static_cast<int>(roll(0, spec.grid.cols - 1))};
    spec.grid_order = one_in(2) ? GridOrder::Row : GridOrder::Column;
    if (one_in(3)) {
      spec.ranks = shuffled(max_procs + 3);
      spec.ranks.resize(static_cast<std::size_t>(spec.grid.size()));
    }
    return Layout(spec);
  }

  Case move(Index max_extent, int max_procs) {
    Case c;
    const Shape moved{roll(0, max_extent), roll(0, max_extent)};
    c.options.op = one_of({Op::None, Op::Trans, Op::ConjTrans});
    c.options.uplo = one_of({Uplo::General, Uplo::Lower, Uplo::Upper});
    c.options.diagonal = roll(-max_extent, max_extent) / (one_in(2) ? 1 : 10);
    c.options.diag = one_in(2) ? Diag::Unit : Diag::NonUnit;
    const auto place = [&](Shape part, Layout& layout, std::optional<Section>& section) {
      if (one_in(2)) {
        layout = this->layout(part, max_procs);
        return;
      }
      const Index top = roll(0, 9), left = roll(0, 9);
      layout =
          this->layout({part.rows + top + roll(0, 5), part.cols + left + roll(0, 5)}, max_procs);
      section = Section{{top, top + part.rows}, {left, left + part.cols}};
    };
    place(is_transposing(c.options.op) ? moved.transposed() : moved, c.source, c.options.source);
    place(moved, c.target, c.options.target);
    return c;
  }
};

/// A rank and an offset in its memory.
struct Place {
  int rank;
  Index row, col;
  friend auto operator<=>(const Place&, const Place&) = default;
};

Place place_of(const Layout& layout, Index i, Index j) {
  // Counted, not computed: the local index is the number of earlier elements of the same process.
  const auto local = [](const Axis& axis, Index g) {
    const auto owner = [&](Index k) { return (k / axis.block + axis.source) % axis.nprocs; };
    Index before = 0;
    for (Index k = 0; k < g; ++k) before += owner(k) == owner(g);
    return before;
  };
  return {layout.owner_rank(i, j), local(layout.rows(), i), local(layout.cols(), j)};
}

using Writes = std::map<Place, std::vector<Place>>;

/// Elements written by the shares of all ranks, from the receivers' or the senders' side.
Writes writes_of(const Transfers& t, int ranks, bool by_receiver) {
  Writes writes;
  for (int rank = 0; rank < ranks; ++rank) {
    const detail::Share share = by_receiver ? t.received_by(rank) : t.sent_by(rank);
    for (const detail::Box& box : share.boxes()) {
      const int from = by_receiver ? box.rank : rank, to = by_receiver ? rank : box.rank;
      Index elements = 0;
      box.runs(1).for_each([&](const detail::Run& col) {
        box.runs(0).for_each([&](const detail::Run& row) {
          for (Index j = 0; j < col.length; ++j) {
            for (Index i = 0; i < row.length; ++i) {
              if (!t.moved().contains(row.at + i, col.at + j)) continue;
              const Index r = row.source_local + i, c = col.source_local + j;
              writes[{to, row.target_local + i, col.target_local + j}].push_back(
                  is_transposing(t.op()) ? Place{from, c, r} : Place{from, r, c});
              ++elements;
            }
          }
        });
      });
      CHECK(elements == box.elements);
    }
  }
  return writes;
}

Writes brute_force(const Case& c) {
  Writes writes;
  const Section from = c.options.source.value_or(Section::all(c.source.shape()));
  const Section to = c.options.target.value_or(Section::all(c.target.shape()));
  for (Index j = 0; j < to.cols.size(); ++j) {
    for (Index i = 0; i < to.rows.size(); ++i) {
      const Index k = j - i, d = c.options.diagonal;
      if (c.options.uplo == Uplo::Lower && (k > d || (k == d && c.options.diag == Diag::Unit)))
        continue;
      if (c.options.uplo == Uplo::Upper && (k < d || (k == d && c.options.diag == Diag::Unit)))
        continue;
      const bool swap = c.options.op != Op::None;
      const Index si = swap ? j : i, sj = swap ? i : j;
      writes[place_of(c.target, to.rows.first + i, to.cols.first + j)].push_back(
          place_of(c.source, from.rows.first + si, from.cols.first + sj));
    }
  }
  return writes;
}

void check_case(const Case& c) {
  const Transfers t(c.source, c.target, c.options);
  const int ranks = static_cast<int>(
      std::max(c.source.ranks().required_size(), c.target.ranks().required_size()));
  const Writes expected = brute_force(c);
  CHECK(writes_of(t, ranks, true) == expected);
  CHECK(writes_of(t, ranks, false) == expected);
  const TransferSummary sum = t.summary(8);
  Index kept = 0;
  std::map<std::pair<int, int>, Index> messages;
  for (const auto& [to, from] : expected) {
    kept += to.rank == from[0].rank;
    if (to.rank != from[0].rank) ++messages[{from[0].rank, to.rank}];
  }
  CHECK(sum.elements == static_cast<Index>(expected.size()));
  CHECK(sum.elements_kept == kept);
  CHECK(sum.messages == static_cast<Index>(messages.size()));
  Index received = 0, sent = 0, buffered = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    const Traffic traffic = t.traffic_of(rank);
    received = std::max(received, traffic.received + traffic.kept);
    sent = std::max(sent, traffic.sent);
    buffered = std::max(buffered, traffic.sent + traffic.received);
  }
  CHECK(sum.max_received == received);
  CHECK(sum.max_sent == sent);
  CHECK(sum.max_buffered == buffered);
  const auto table = TrafficMap::of_each_rank(t);
  CHECK(table.has_value() == (ranks <= 64));
  if (!table) return;
  for (const auto& [pair, elements] : messages)
    CHECK(table->elements(pair.first, pair.second) == elements);
  Index stay = 0;
  for (int rank = 0; rank < table->cells(); ++rank) stay += table->elements(rank, rank);
  CHECK(stay == kept);
}

}  // namespace

TEST_CASE(
    "transfers: every element of the target is written once, from the right place, for P up to "
    "64") {
  MoveDice dice(20261121);
  for (int k = 0; k < 1500; ++k) {
    CAPTURE(k);
    check_case(dice.move(k % 3 == 0 ? 60 : 25, k % 2 == 0 ? 64 : 6));
  }
}
