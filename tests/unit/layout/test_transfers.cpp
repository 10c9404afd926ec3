// SPDX-License-Identifier: BSD-3-Clause
// Transfers against brute force: every element of the target is written once, from the right place.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include <ashlar/layout/stream.hpp>
#include <ashlar/layout/traffic_table.hpp>
#include <ashlar/layout/transfers.hpp>

using namespace ashlar;

namespace {

/// A move drawn at random, for grids of up to `max_procs` processes.
struct Case {
  Layout source, target;
  TransferOptions options;
};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  Index roll(Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine_);
  }
  bool one_in(Index n) { return roll(1, n) == 1; }
  template <class T>
  T one_of(std::initializer_list<T> options) {
    return options.begin()[roll(0, static_cast<Index>(options.size()) - 1)];
  }

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
    spec.order = one_in(2) ? GridOrder::Row : GridOrder::Column;
    if (one_in(3)) {
      spec.ranks.resize(static_cast<std::size_t>(max_procs) + 3);
      std::iota(spec.ranks.begin(), spec.ranks.end(), 0);
      std::shuffle(spec.ranks.begin(), spec.ranks.end(), engine_);
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

 private:
  std::mt19937_64 engine_;
};

/// Where an element is kept: a rank and a place in its memory.
struct Place {
  int rank;
  Index row, col;
  friend auto operator<=>(const Place&, const Place&) = default;
};

Place place_of(const Layout& layout, Index i, Index j) {
  // Counted, not computed: local index = how many elements before this one the same process owns.
  const auto local = [](const Axis& axis, Index g) {
    const auto owner = [&](Index k) { return (k / axis.block + axis.source) % axis.nprocs; };
    Index before = 0;
    for (Index k = 0; k < g; ++k) before += owner(k) == owner(g);
    return before;
  };
  return {layout.owner_rank(i, j), local(layout.rows(), i), local(layout.cols(), j)};
}

using Writes = std::map<Place, std::vector<Place>>;

/// What the shares of all ranks write, from the receivers' side or the senders'.
Writes writes_of(const Transfers& t, int ranks, bool by_receiver) {
  Writes writes;
  for (int rank = 0; rank < ranks; ++rank) {
    const Share share = by_receiver ? t.receives_of(rank) : t.sends_of(rank);
    for (const Partner& partner : share.partners()) {
      const int from = by_receiver ? partner.rank : rank, to = by_receiver ? rank : partner.rank;
      Index elements = 0;
      partner.cols->for_each([&](const Run& col) {
        partner.rows->for_each([&](const Run& row) {
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
      CHECK(elements == partner.elements);
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

/// The elements between two ranks in the order of their stream, cut at random places.
std::vector<std::pair<Place, Place>> stream_of(const Transfers& t, int from, int to,
                                               const Partner& partner, Dice& dice) {
  std::vector<std::pair<Place, Place>> elements;
  Stream stream(t, partner);
  for (;;) {
    const Piece piece = stream.next(dice.roll(1, 20));
    if (piece.length == 0) return elements;
    const bool swap = is_transposing(t.op());
    for (Index k = 0; k < piece.length; ++k)
      elements.emplace_back(
          Place{from, piece.source_row + k, piece.source_col},
          Place{to, piece.target_row + (swap ? 0 : k), piece.target_col + (swap ? k : 0)});
  }
}

/// Sender and receiver must cut the same elements from their streams, in the same order.
void check_streams(const Transfers& t, int ranks, const Writes& expected, Dice& dice) {
  Writes written;
  for (int to = 0; to < ranks; ++to) {
    const Share receives = t.receives_of(to);
    for (const Partner& in : receives.partners()) {
      const Share sends = t.sends_of(in.rank);
      const auto out = std::find_if(sends.partners().begin(), sends.partners().end(),
                                    [&](const Partner& p) { return p.rank == to; });
      REQUIRE(out != sends.partners().end());
      const auto received = stream_of(t, in.rank, to, in, dice);
      CHECK(received == stream_of(t, in.rank, to, *out, dice));
      CHECK(static_cast<Index>(received.size()) == in.elements);
      for (const auto& [source, target] : received) written[target].push_back(source);
    }
  }
  CHECK(written == expected);
}

void check_case(const Case& c, Dice& dice) {
  const Transfers t(c.source, c.target, c.options);
  const int ranks = static_cast<int>(
      std::max(c.source.ranks().required_size(), c.target.ranks().required_size()));
  const Writes expected = brute_force(c);
  CHECK(writes_of(t, ranks, true) == expected);
  CHECK(writes_of(t, ranks, false) == expected);
  check_streams(t, ranks, expected, dice);
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
  if (TrafficTable::fits(t)) {
    const TrafficTable table(t);
    for (const auto& [pair, elements] : messages)
      CHECK(table.elements(pair.first, pair.second) == elements);
    Index stay = 0;
    for (int rank = 0; rank < table.ranks(); ++rank) stay += table.elements(rank, rank);
    CHECK(stay == kept);
  }
}

}  // namespace

TEST_CASE(
    "transfers: every element of the target is written once, from the right place, for P up to "
    "64") {
  Dice dice(20261121);
  for (int k = 0; k < 1500; ++k) {
    CAPTURE(k);
    check_case(dice.move(k % 3 == 0 ? 60 : 25, k % 2 == 0 ? 64 : 6), dice);
  }
}

TEST_CASE("transfers: the pattern of a long move is stored once") {
  // 10^9 columns, CYCLIC(1) -> blocks of 64 on 4 ranks: in each block rounds of 4 columns.
  const Layout from({.shape = {1, 1'000'000'000}, .block = {1, 1}, .grid = {1, 4}});
  const Layout to({.shape = {1, 1'000'000'000}, .block = {1, 64}, .grid = {1, 4}});
  const Transfers t(from, to);
  const Share share = t.receives_of(2);
  Index runs = 0, elements = 0;
  for (const Partner& p : share.partners()) {
    runs += static_cast<Index>(p.cols->pattern.size());
    elements += p.elements;
  }
  CHECK(runs == 4);
  CHECK(elements == to.local_shape(2).cols);
}

TEST_CASE("transfers: one rank of a million has few partners and a short pattern") {
  const Index n = 1'000'000;
  const Layout from({.shape = {n, n}, .block = {64, 64}, .grid = {1024, 1024}});
  const Layout to({.shape = {n, n}, .block = {96, 96}, .grid = {2048, 512}});
  const Transfers t(from, to, {.uplo = Uplo::Lower});
  for (int rank : {0, 1, 524'289, 1'048'575}) {
    const Share share = t.receives_of(rank);
    CHECK(share.partners().size() <= 64);
    // The triangle's count against the columns, one by one.
    Index kept = 0;
    const Axis &rows = to.rows(), &cols = to.cols();
    const Coord me = *to.ranks().coord_of(rank);
    for (Index jl = 0; jl < cols.local_count(me.col); ++jl)
      kept += rows.local_count(me.row) - rows.local_count_below(me.row, cols.to_global(me.col, jl));
    Index counted = 0;
    for (const Partner& p : share.partners()) counted += p.elements;
    CHECK(counted == kept);
  }
}

TEST_CASE("transfers: the summary of a million ranks") {
  const Index n = 1'000'000;
  const Layout from({.shape = {n, n}, .block = {64, 64}, .grid = {1024, 1024}});
  const Layout to({.shape = {n, n}, .block = {96, 96}, .grid = {2048, 512}});
  const Transfers t(from, to);
  const TransferSummary sum = t.summary(8);
  CHECK(sum.elements == n * n);
  CHECK(sum.max_received == to.local_shape(0).rows * to.local_shape(0).cols);
  // Of every rank's elements those stay whose row and column have the same owners.
  Index kept = 0;
  for (int rank : {0, 1, 70'000, 1'048'575}) kept += t.traffic_of(rank).kept;
  CHECK(sum.elements_kept >= kept);
  CHECK(sum.messages <= Index{1} << 26);
  CHECK(t.to_string(8).find("across") == std::string::npos);
}

TEST_CASE("transfers: the plan as text") {
  const Layout rows({.shape = {8, 8}, .block = {4, 8}, .grid = {2, 1}});
  const Layout cols({.shape = {8, 8}, .block = {8, 4}, .grid = {1, 2}});
  CHECK(Transfers(rows, cols).to_string(8) ==
        "from 8x8 in 4x8 blocks on a 2x1 grid (row order, source 0,0)\n"
        "to   8x8 in 8x4 blocks on a 1x2 grid (row order, source 0,0)\n"
        "messages        2\n"
        "bytes moved     256 B\n"
        "bytes that stay 256 B\n"
        "imbalance       1.00 (1 is even)\n"
        "busiest rank    sends and receives 256 B\n"
        "from rank (down) to rank (across):\n"
        "                 0           1\n"
        "   0         128 B       128 B\n"
        "   1         128 B       128 B\n");
  const std::string part = Transfers(rows, cols,
                                     {.op = Op::Trans,
                                      .source = Section{{0, 4}, {2, 6}},
                                      .target = Section{{4, 8}, {0, 4}},
                                      .uplo = Uplo::Lower})
                               .to_string(4);
  CHECK(part.find("rows 0:4, columns 2:6") != std::string::npos);
  CHECK(part.find("rows 4:8, columns 0:4, transpose, lower triangle from diagonal 0") !=
        std::string::npos);
  const Layout nine({.shape = {90, 90}, .block = {10, 90}, .grid = {9, 1}});
  const Layout same({.shape = {90, 90}, .block = {10, 90}, .grid = {9, 1}, .source = {1, 0}});
  CHECK(Transfers(nine, same).to_string(8).find("   0 | @       |\n   1 |  @      |\n") !=
        std::string::npos);
  const Layout many({.shape = {90, 90}, .block = {1, 90}, .grid = {65, 1}});
  CHECK_THROWS_AS(TrafficTable(Transfers(many, nine)), ArgumentError);
}

TEST_CASE("transfers: equal layouts keep everything in one run") {
  const Layout layout({.shape = {1000, 777}, .block = {8, 5}, .grid = {3, 2}});
  const Transfers t(layout, layout);
  for (int rank = 0; rank < 6; ++rank) {
    const Share share = t.sends_of(rank);
    REQUIRE(share.partners().size() == 1);
    CHECK(share.partners()[0].rank == rank);
    const RunList& rows = *share.partners()[0].rows;
    CHECK(rows.count() == layout.local_shape(rank).rows);
    CHECK(rows.pattern.size() == 1);
  }
}

TEST_CASE("triangle: rectangles and diagonals are counted exactly") {
  Dice dice(3);
  for (int k = 0; k < 5000; ++k) {
    const Triangle t{dice.one_in(2) ? Uplo::Lower : Uplo::Upper, dice.roll(-15, 15)};
    const Index i0 = dice.roll(0, 10), j0 = dice.roll(0, 10);
    const Range rows{i0, i0 + dice.roll(0, 12)}, cols{j0, j0 + dice.roll(0, 12)};
    Index expected = 0;
    for (Index j = cols.first; j < cols.last; ++j) {
      Index in_column = 0;
      for (Index i = rows.first; i < rows.last; ++i) in_column += t.contains(i, j);
      const Range kept = t.rows_of(j, rows);
      CHECK(kept.size() == in_column);
      CHECK(intersection(kept, rows) == kept);
      expected += in_column;
    }
    CHECK(t.count(rows, cols) == expected);
    CHECK(t.transposed().count(cols, rows) == expected);
  }
}

TEST_CASE("triangle: where runs meet runs, slabs and small blocks alike, as element by element") {
  Dice dice(13);
  for (int k = 0; k < 1500; ++k) {
    CAPTURE(k);
    const auto shares = [&](Index length) {
      const auto axis = [&](bool slab) {
        const int procs = static_cast<int>(dice.roll(1, 4));
        const Index block =
            slab ? std::max<Index>(length / dice.roll(1, procs), 1) : dice.roll(1, 3);
        return Axis{length, block, procs, static_cast<int>(dice.roll(0, procs - 1))};
      };
      const AxisPairing pair{axis(dice.one_in(2)), 0, axis(dice.one_in(2)), 0, length};
      return pair.into_target(static_cast<int>(dice.roll(0, pair.target.nprocs - 1)));
    };
    const Index height = dice.roll(1, 90), width = dice.roll(1, 90);
    const auto rows = shares(height), cols = shares(width);
    const Triangle t{dice.one_in(2) ? Uplo::Lower : Uplo::Upper, dice.roll(-95, 95)};
    for (const AxisShare& r : rows)
      for (const AxisShare& c : cols) {
        Index expected = 0;
        r.runs.for_each([&](const Run& row) {
          c.runs.for_each([&](const Run& col) {
            for (Index i = row.at; i < row.at + row.length; ++i)
              for (Index j = col.at; j < col.at + col.length; ++j) expected += t.contains(i, j);
          });
        });
        CHECK(t.count(r.runs, c.runs) == expected);
      }
  }
}

TEST_CASE("triangle: slabs and small blocks of 10^9 rows are counted without walking them") {
  const Index n = 1'000'000'000;
  const Layout slabs({.shape = {n, n}, .block = {n / 4 + 1, n}, .grid = {4, 1}});
  const Layout cyclic({.shape = {n, n}, .block = {1, 1}, .grid = {2, 2}});
  const Layout blocks({.shape = {n, n}, .block = {64, 48}, .grid = {2, 3}});
  for (const Layout& source : {slabs, cyclic}) {
    for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
      const Transfers moves(source, blocks, {.uplo = uplo, .diagonal = 12'345});
      Index moved = 0;
      for (int rank = 0; rank < 6; ++rank) {
        const Share share = moves.receives_of(rank);
        for (const Partner& partner : share.partners()) moved += partner.elements;
      }
      CHECK(moved == moves.moved().count({0, n}, {0, n}));
    }
  }
}

TEST_CASE("triangle: every Index is a diagonal") {
  for (const Uplo uplo : {Uplo::Lower, Uplo::Upper}) {
    for (const Index d :
         {INT64_MIN, INT64_MIN + 1, -INT64_MAX / 2, INT64_MAX / 2, INT64_MAX - 1, INT64_MAX}) {
      const bool all = (d > 0) == (uplo == Uplo::Lower);
      for (const Triangle& t : {Triangle{uplo, d}, Triangle{uplo, d}.strict(),
                                Triangle{uplo, d}.transposed().transposed()}) {
        CHECK(t.contains(3, 5) == all);
        CHECK(t.rows_of(7, {2, 9}).size() == (all ? 7 : 0));
        CHECK(t.cols_of(7, {2, 9}).size() == (all ? 7 : 0));
        CHECK(t.count(Range{5, 9}, Range{0, 3}) == (all ? 12 : 0));
        if (d != INT64_MIN && d != INT64_MAX) continue;
        // The longest matrix there is.
        const Range most{0, INT64_MAX}, one{0, 1};
        CHECK(t.count(most, one) == (all ? INT64_MAX : 0));
        CHECK(t.count(one, most) == (all ? INT64_MAX : 0));
      }
    }
  }
}

TEST_CASE("transfers: every diagonal of the longest matrices") {
  const auto moved = [](Shape shape, Uplo uplo, Index diagonal, Diag diag) {
    const Layout long_blocks({.shape = shape, .block = {INT64_MAX / 2, INT64_MAX / 2}});
    const Layout short_blocks({.shape = shape, .block = {64, 64}});
    const Share share =
        Transfers(long_blocks, short_blocks, {.uplo = uplo, .diagonal = diagonal, .diag = diag})
            .receives_of(0);
    return share.partners().empty() ? 0 : share.partners().front().elements;
  };
  const Index n = INT64_MAX;
  for (const Index d :
       {INT64_MIN, INT64_MIN + 1, -n + 1, Index{-1}, Index{0}, Index{1}, n - 1, n}) {
    for (const Diag diag : {Diag::NonUnit, Diag::Unit}) {
      // A column keeps the rows from -d on below the diagonal, those up to -d above it; a row the
      // columns up to d below.
      const bool unit = diag == Diag::Unit;
      const Index below = d >= 0 ? n : d <= -n ? 0 : n + d;
      const Index above = d > 0 ? 0 : d <= -n + 1 ? n : 1 - d;
      const Index before = d < 0 ? 0 : d >= n - 1 ? n : d + 1;
      const bool meets_column = d <= 0 && d > -n, meets_row = d >= 0 && d < n;
      CHECK(moved({n, 1}, Uplo::Lower, d, diag) == below - (unit && meets_column ? 1 : 0));
      CHECK(moved({n, 1}, Uplo::Upper, d, diag) == above - (unit && meets_column ? 1 : 0));
      CHECK(moved({1, n}, Uplo::Lower, d, diag) == before - (unit && meets_row ? 1 : 0));
    }
  }
}

TEST_CASE("transfers: shapes that do not match and sections outside are refused") {
  const Layout a({.shape = {4, 5}}), b({.shape = {5, 4}});
  CHECK_THROWS_AS(Transfers(a, b), ArgumentError);
  CHECK_NOTHROW(Transfers(a, b, {.op = Op::Trans}));
  CHECK_THROWS_AS(Transfers(a, a, {.source = Section{{0, 5}, {0, 5}}}), ArgumentError);
  CHECK_THROWS_AS(Transfers(a, a, {.source = Section{{-1, 3}, {0, 5}}}), ArgumentError);
  CHECK_THROWS_AS(Transfers(a, a, {.source = Section{{3, 2}, {0, 5}}}), ArgumentError);
  CHECK_NOTHROW(Transfers(a, a, {.uplo = Uplo::Lower, .diagonal = INT64_MAX}));
  CHECK_NOTHROW(Transfers(a, a, {.uplo = Uplo::Upper, .diagonal = INT64_MIN}));
}

TEST_CASE("transfers: nothing moves between empty layouts, however long their other dimension") {
  for (const Index length : {Index{3'000'000'000}, INT64_MAX - 7, INT64_MAX})
    for (const Shape shape : {Shape{length, 0}, Shape{0, length}}) {
      const Layout slabs({.shape = shape, .block = {INT64_MAX / 3, INT64_MAX / 3}, .grid = {3, 1}});
      const Layout blocks({.shape = shape, .block = {64, 64}, .grid = {1, 3}});
      const Transfers moves(slabs, blocks, {.uplo = Uplo::Upper, .diagonal = INT64_MAX});
      CHECK(moves.summary(8).elements == 0);
      for (int rank = 0; rank < 3; ++rank) {
        const Share sends = moves.sends_of(rank), receives = moves.receives_of(rank);
        CHECK(sends.partners().empty());
        CHECK(receives.partners().empty());
      }
    }
}
