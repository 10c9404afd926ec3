// SPDX-License-Identifier: BSD-3-Clause
// Tiles, joined or packed, compared with the runs that they represent.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <tuple>
#include <vector>

#include "move/pull/fold.hpp"
#include "move/pull/mosaic.hpp"

using namespace ashlar;
using namespace ashlar::detail;

namespace {

/// Share, index at the sender, index at the receiver of each element, in order.
using Elements = std::vector<std::tuple<int, Index, Index>>;

Elements elements_of(const Mosaic& mosaic) {
  Elements elements;
  mosaic.for_each([&](const Tile& tile) {
    for (Index i = 0; i < tile.length; ++i)
      elements.emplace_back(tile.share, tile.source_local + i, tile.target_local + i);
  });
  return elements;
}

Index tiles_of(const Mosaic& mosaic) {
  Index tiles = 0;
  mosaic.for_each([&](const Tile&) { ++tiles; });
  return tiles;
}

/// All elements of the shares, in the order of the receiver's memory.
Elements elements_of(const std::vector<detail::AxisShare>& shares) {
  Elements elements;
  for (std::size_t s = 0; s < shares.size(); ++s)
    shares[s].runs.for_each([&](const detail::Run& run) {
      for (Index i = 0; i < run.length; ++i)
        elements.emplace_back(static_cast<int>(s), run.source_local + i, run.target_local + i);
    });
  std::sort(elements.begin(), elements.end(),
            [](const auto& a, const auto& b) { return std::get<2>(a) < std::get<2>(b); });
  return elements;
}

void check(const Mosaic& mosaic, const Elements& expected) {
  CHECK(elements_of(mosaic) == expected);
  // Joined tiles are within the range, in order and disjoint.
  Index end = 0;
  bool in_order = true;
  mosaic.for_each([&](const Tile& tile) {
    in_order = in_order && tile.at >= end;
    end = tile.at + tile.length;
  });
  CHECK(in_order);
  CHECK(end <= mosaic.extent());
  CHECK(mosaic.count() == std::ssize(expected));
  CHECK(mosaic.mean_length() == mosaic.count() / std::max<Index>(tiles_of(mosaic), 1));
}

/// Checks tiles with indices, and the start of the elements from each index on.
void check_indexed(const Mosaic& mosaic, const std::vector<detail::AxisShare>& shares) {
  std::vector<std::pair<Index, Index>> places, expected;  // index, index at the receiver
  mosaic.for_each_indexed([&](const Tile& tile) {
    for (Index i = 0; i < tile.length; ++i) places.emplace_back(tile.at + i, tile.target_local + i);
  });
  for (const detail::AxisShare& share : shares)
    share.runs.for_each([&](const detail::Run& run) {
      for (Index i = 0; i < run.length; ++i)
        expected.emplace_back(run.at + i, run.target_local + i);
    });
  std::sort(expected.begin(), expected.end());
  CHECK(places == expected);
  auto next = expected.begin();
  bool all_right = true;
  for (Index at = 0; at <= mosaic.extent(); ++at) {
    while (next != expected.end() && next->first < at) ++next;
    const Index position = mosaic.target_position(at);
    all_right =
        all_right && (next == expected.end() ? expected.empty() || position > expected.back().second
                                             : position == next->second);
  }
  CHECK(all_right);
}

/// Checks the elements of several targets together, in the order of the range, against owners and
/// local indices of each index.
void check_several(const detail::AxisPairing& pair) {
  std::vector<std::vector<detail::AxisShare>> targets;
  std::vector<int> coords;
  for (int q = pair.target.nprocs - 1; q >= 0; q -= 2) {
    targets.push_back(pair.into_target(q));
    coords.push_back(q);
  }
  const std::vector<std::span<const detail::AxisShare>> lists(targets.begin(), targets.end());
  const Mosaic mosaic(lists);
  const std::vector<int> sources = Mosaic::source_coords(lists);
  // Index or -1, source, target, local index at both.
  using Places = std::vector<std::array<Index, 5>>;
  const auto elements_in = [&](auto&& for_each, bool has_index) {
    Places found;
    for_each([&](const Tile& tile) {
      for (Index i = 0; i < tile.length; ++i)
        found.push_back({has_index ? tile.at + i : -1,
                         sources[static_cast<std::size_t>(tile.share)],
                         coords[static_cast<std::size_t>(tile.target)], tile.source_local + i,
                         tile.target_local + i});
    });
    return found;
  };
  const Places indexed = elements_in([&](auto&& f) { mosaic.for_each_indexed(f); }, true);
  Places joined = elements_in([&](auto&& f) { mosaic.for_each(f); }, false);
  Places expected;
  for (Index i = 0; i < pair.length; ++i) {
    const Index source = pair.source_first + i, target = pair.target_first + i;
    const int owner = pair.target.owner(target);
    if (std::ranges::count(coords, owner) == 0) continue;
    expected.push_back({i, pair.source.owner(source), owner, pair.source.to_local(source),
                        pair.target.to_local(target)});
  }
  CHECK(indexed == expected);
  CHECK(mosaic.count() == std::ssize(expected));
  // The first element of each target from each index on.
  bool all_right = true;
  for (std::size_t t = 0; t < coords.size(); ++t) {
    Index next = std::numeric_limits<Index>::max(), last = -1;
    for (auto element = expected.rbegin(); element != expected.rend(); ++element)
      if ((*element)[2] == coords[t]) last = std::max(last, (*element)[4]);
    auto element = expected.rbegin();
    for (Index at = mosaic.extent(); at >= 0; --at) {
      for (; element != expected.rend() && (*element)[0] >= at; ++element)
        if ((*element)[2] == coords[t]) next = (*element)[4];
      const Index position = mosaic.target_position(at, static_cast<int>(t));
      all_right = all_right && (next <= last ? position == next : position > last);
    }
  }
  CHECK(all_right);
  for (auto& element : expected) element[0] = -1;
  std::ranges::sort(joined);
  std::ranges::sort(expected);
  CHECK(joined == expected);
}

/// Compares the folds of one side with its elements, each of `column` contiguous ones.
/// @return number of folds
std::size_t check_folds(const detail::AxisPairing& pair, int target, Index column) {
  const std::vector<detail::AxisShare> shares = pair.into_target(target);
  Elements expected, found;
  for (const auto& [share, from, to] : elements_of(shares))
    for (Index i = 0; i < column; ++i)
      expected.emplace_back(share, from * column + i, to * column + i);
  const std::vector<Fold> folds = fold(Mosaic(shares), column);
  for (const Fold& part : folds)
    part.across.for_each([&](const Tile& across) {
      for (Index j = 0; j < across.length; ++j)
        for (const auto& [share, from, to] : elements_of(part.along))
          found.emplace_back(share, from + j * part.source_ld, to + j * part.target_ld);
    });
  const auto by_target = [](const auto& element) { return std::get<2>(element); };
  std::ranges::sort(found, {}, by_target);
  if (!folds.empty()) CHECK(found == expected);
  return folds.size();
}

void check_packed(const detail::RunList& runs, Elements expected) {
  check(Mosaic(runs, Mosaic::PackedEnd::None), expected);
  Elements source = expected, target = expected;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    std::get<1>(source[k]) = static_cast<Index>(k);
    std::get<2>(target[k]) = static_cast<Index>(k);
  }
  const Mosaic from_message(runs, Mosaic::PackedEnd::Source),
      into_message(runs, Mosaic::PackedEnd::Target);
  check(from_message, source);
  check(into_message, target);
  // The position in the message of the elements from an index on is the number of elements before
  // it.
  Index before = 0;
  runs.for_each([&](const detail::Run& run) {
    CHECK(from_message.source_position(run.at) == before);
    CHECK(into_message.target_position(run.at) == before);
    CHECK(into_message.target_position(run.at + run.length - 1) == before + run.length - 1);
    before += run.length;
  });
}

}  // namespace

TEST_CASE("mosaic: joined or not, packed or not, the elements are those of the runs") {
  std::mt19937_64 engine(5);
  const auto roll = [&](Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine);
  };
  for (int k = 0; k < 6000; ++k) {
    CAPTURE(k);
    // Small blocks, slabs of a few, or occasionally the same axis on both sides.
    const auto axis = [&](Index extent, bool slab) {
      const int procs = static_cast<int>(roll(1, 6));
      const Index block = slab ? std::max<Index>(extent / roll(1, 4 * procs), 1) : roll(1, 9);
      return Axis{extent, block, procs, static_cast<int>(roll(0, procs - 1))};
    };
    const Index length = roll(1, 300), i = roll(0, 30);
    detail::AxisPairing pair{axis(length + i, k % 3 == 1), i, axis(length, k % 3 == 2), 0, length};
    if (k % 5 == 0) {
      pair.target = pair.source;
      pair.target_first = roll(0, 1) * i;
    }
    for (int q = 0; q < pair.target.nprocs; ++q) {
      const auto shares = pair.into_target(q);
      const Elements expected = elements_of(shares);
      const Mosaic mosaic(shares);
      check(mosaic, expected);
      check_indexed(mosaic, shares);
      for (const detail::AxisShare& share : shares)
        check_packed(share.runs, elements_of(std::vector<detail::AxisShare>{share}));
    }
    check_several(pair);
  }
}

TEST_CASE("mosaic: ranges contiguous on both sides are one tile, with any end") {
  for (const Index n : {1000, 1024, 4000}) {
    // The same blocks on both sides.
    for (const Index first : {0, 24, 5}) {
      const Axis axis{n, 8, 3, 1};
      const auto shares = detail::AxisPairing{axis, first, axis, first, n - first}.into_target(1);
      CHECK(tiles_of(Mosaic(shares)) == 1);
    }
    // One process to one process, in different blocks.
    const auto whole = detail::AxisPairing{{n, 8, 1, 0}, 0, {n, 64, 1, 0}, 0, n}.into_target(0);
    CHECK(tiles_of(Mosaic(whole)) == 1);
    // Elements from a cyclic process to a slab are contiguous in the sender's memory.
    const detail::AxisPairing slabs{{n, 1, 4, 0}, 0, {n, (n + 3) / 4, 4, 0}, 0, n};
    for (const detail::AxisShare& share : slabs.from_source(2))
      CHECK(tiles_of(Mosaic(share.runs, Mosaic::PackedEnd::Target)) == 1);
    // To blocks of 64: one tile for each block that intersects it.
    const detail::AxisPairing blocks{{n, 1, 4, 0}, 0, {n, 64, 4, 0}, 0, n};
    for (const detail::AxisShare& share : blocks.from_source(2))
      CHECK(tiles_of(Mosaic(share.runs, Mosaic::PackedEnd::Target)) ==
            (blocks.target.local_count(share.coord) + 63) / 64);
  }
}

TEST_CASE("folds hold the elements of all periods, of any length") {
  const std::array<Index, 6> blocks = {1, 2, 3, 8, 50, 1500};
  for (const Index from : blocks)
    for (const Index to : blocks)
      for (const Index column : {1, 5, 640}) {
        CAPTURE(from);
        CAPTURE(to);
        CAPTURE(column);
        const std::size_t folds =
            check_folds({{2900, from, 2, 1}, 7, {2893, to, 3, 0}, 0, 2890}, 1, column);
        if (from <= 8 && to <= 8) CHECK(folds > 0);
      }
  // A table for each of hundreds of stretches costs more than it saves.
  CHECK(check_folds({{90000, 211, 2, 0}, 0, {90000, 1, 3, 0}, 0, 90000}, 0, 1) == 0);
  CHECK(check_folds({{}, 0, {}, 0, 0}, 0, 1) == 0);
}
