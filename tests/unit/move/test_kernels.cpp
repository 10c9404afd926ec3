// SPDX-License-Identifier: BSD-3-Clause
// Every instruction set of this processor, compared with loops over single elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <span>
#include <vector>

#include "move/kernels/kernels.hpp"

using namespace ashlar;
using namespace ashlar::detail;

namespace {

std::vector<const KernelSet*> sets() {
  std::vector<const KernelSet*> found;
  for (const char* name : {"portable", "avx2", "avx512"})
    if (const KernelSet* set = find_kernels(name)) found.push_back(set);
  return found;
}

std::vector<std::byte> noise(std::mt19937_64& engine, Index bytes) {
  std::vector<std::byte> result(static_cast<std::size_t>(bytes));
  for (std::size_t k = 0; k < result.size(); k += sizeof(std::uint64_t)) {
    const std::uint64_t word = engine();
    std::memcpy(result.data() + k, &word, std::min(sizeof word, result.size() - k));
  }
  return result;
}

Index roll(std::mt19937_64& engine, Index low, Index high) {
  return std::uniform_int_distribution<Index>(low, high)(engine);
}

/// The size of an element, usually one with special loops.
Index roll_size(std::mt19937_64& engine) {
  constexpr Index others[] = {3, 12, 20, 24};
  return roll(engine, 0, 3) == 0 ? others[roll(engine, 0, 3)] : Index{1} << roll(engine, 0, 4);
}

void flip_imaginary_sign(std::byte* element, Conjugate conjugate) {
  if (conjugate == Conjugate::Complex64) element[7] ^= std::byte{0x80};
  if (conjugate == Conjugate::Complex128) element[15] ^= std::byte{0x80};
}

/// A random range of lines to prefetch, which are not read.
LinesAhead ahead_of(std::mt19937_64& engine, const std::vector<SourceLine>& lines, Index most) {
  const auto first = static_cast<std::size_t>(roll(engine, 0, std::ssize(lines)));
  const auto ahead = static_cast<std::size_t>(roll(engine, 0, most));
  return {lines.data(), first, lines.size(), ahead, roll(engine, 1, 2)};
}

/// Sources of columns, of which some may be absent.
struct Columns {
  std::vector<std::byte> memory;
  std::vector<const std::byte*> starts;  // of column c: starts[c * sources + s]

  Columns(std::mt19937_64& engine, std::size_t sources, std::size_t columns, Index bytes,
          bool may_miss)
      : memory(noise(engine, bytes * static_cast<Index>(sources * columns))) {
    for (std::size_t k = 0; k < sources * columns; ++k)
      starts.push_back(may_miss && roll(engine, 0, 3) == 0
                           ? nullptr
                           : memory.data() + static_cast<Index>(k) * bytes);
  }
};

/// Windows of a strip and numbers of their lanes.
struct Windows {
  std::vector<StripWindow> windows;
  std::vector<std::uint8_t> picks;
};

/// Describes each vector of a strip by random windows around its lanes, or makes the strip a joined
/// one if the kernels or its runs have no lanes.
void add_windows(std::mt19937_64& engine, Strip& strip, const std::vector<StripRun>& runs,
                 Index vector_bytes, Index source_bytes, Windows& table) {
  const std::span<const StripRun> own(runs.data() + strip.first_run, strip.runs);
  const auto has_lanes = [](const StripRun& run) { return (run.bytes | run.offset) % 4 == 0; };
  if (vector_bytes == 0 || !std::ranges::all_of(own, has_lanes)) {
    strip.kind = Strip::Kind::Joined;
    return;
  }
  strip.windows = 16;
  strip.first_window = table.windows.size();
  strip.first_pick = table.picks.size();
  const Index lanes = vector_bytes / 4;
  for (Index place = 0; place < (strip.bytes + 63) / 64 * 64; place += vector_bytes) {
    const auto run_at = [&](Index at) {
      return std::ranges::find_if(own,
                                  [&](const StripRun& run) { return at < run.place + run.bytes; });
    };
    const auto first = run_at(place);
    if (first == own.end() ||
        (place + vector_bytes <= first->place + first->bytes && roll(engine, 0, 3) > 0)) {
      const StripRun& run = first == own.end() ? own.front() : *first;
      table.windows.push_back(
          {~run.source, first == own.end() ? 0 : run.offset + place - run.place});
      continue;
    }
    // One window per lane in random order, and others that no lane needs.
    std::vector<Index> lane_of(16);
    std::iota(lane_of.begin(), lane_of.end(), Index{0});
    std::ranges::shuffle(lane_of, engine);
    std::vector<Index> numbers(static_cast<std::size_t>(lanes));
    std::iota(numbers.begin(), numbers.end(), Index{0});
    for (std::size_t k = 0; k < lane_of.size(); ++k) {
      const Index lane = lane_of[k], at = place + 4 * lane;
      const bool is_needed = lane < lanes && at < strip.bytes;
      const StripRun& run = is_needed ? *run_at(at) : own.front();
      const Index offset = is_needed ? run.offset + at - run.place : 0;
      const Index before = roll(engine, 0, std::min(lanes - 1, offset / 4));
      const Index start = std::min(offset - 4 * before, source_bytes - vector_bytes);
      table.windows.push_back({run.source, start});
      const auto from = (offset - start) / 4;
      if (is_needed) numbers[static_cast<std::size_t>(lane)] = k == 0 ? from : lanes + from;
      if (k == 0) continue;
      for (Index& number : numbers) table.picks.push_back(static_cast<std::uint8_t>(number));
      std::iota(numbers.begin(), numbers.end(), Index{0});
    }
  }
}

}  // namespace

TEST_CASE("kernels: bytes are copied, and nothing beside them") {
  std::mt19937_64 engine(1);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 3000; ++k) {
      const Index bytes = roll(engine, 0, k % 3 == 0 ? 3000 : 200), shift = roll(engine, 0, 70);
      const auto source = noise(engine, bytes + 1);
      auto target = noise(engine, bytes + shift + 80);
      auto expected = target;
      std::memcpy(expected.data() + shift, source.data(), static_cast<std::size_t>(bytes));
      set->copy(target.data() + shift, source.data(), bytes, k % 2 == 0);
      set->fence();
      CHECK(target == expected);
    }
  }
}

TEST_CASE("kernels: bands are transposed and conjugated element by element") {
  std::mt19937_64 engine(2);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 1500; ++k) {
      const Index size = roll_size(engine);
      const Conjugate conjugate = size == 8 && k % 3 == 0    ? Conjugate::Complex64
                                  : size == 16 && k % 3 == 0 ? Conjugate::Complex128
                                                             : Conjugate::No;
      const bool has_gaps = k % 5 == 0;
      const Index rows = roll(engine, 1, 64), sources = roll(engine, 1, 3);
      constexpr std::size_t row_stride = 64;
      const Index source_bytes = 80 * size;
      const Columns columns(engine, static_cast<std::size_t>(sources), row_stride, source_bytes,
                            has_gaps);
      // Rows of one source are neighbours in the table.
      const auto row_of = [&](Index source, Index r) {
        return columns
            .starts[static_cast<std::size_t>(source) * row_stride + static_cast<std::size_t>(r)];
      };
      std::vector<BandRun> runs;
      std::vector<BandColumn> order;
      std::vector<SourceLine> lines;
      Index column = 0;
      for (Index r = roll(engine, 0, 6); r > 0; --r) {
        const Index length = roll(engine, 1, 40);
        const auto source = static_cast<int>(roll(engine, 0, sources - 1));
        runs.push_back({source, static_cast<int>(roll(engine, 0, 1)), length,
                        roll(engine, 0, 40) * size, column, lines.size(), 1});
        lines.push_back({source, 0});
        column += length + roll(engine, 0, 2);
        if (roll(engine, 0, 1) == 0) continue;
        // The same columns of either target, in any order.
        BandRun& run = runs.back();
        const Index first = std::ssize(order);
        for (Index c = 0; c < length; ++c)
          order.push_back({static_cast<int>(roll(engine, 0, 1)), run.target_column + c});
        std::shuffle(order.begin() + first, order.end(), engine);
        run.target = -1;
        run.target_column = first;
      }
      std::vector<Index> places;
      for (Index r = 0, place = 0; r < rows; ++r, place += size * roll(engine, 1, 3))
        places.push_back(place);
      // Half of the targets have equally aligned columns, as streaming stores require.
      const Index height = (has_gaps ? places.back() : rows * size) + size;
      const Index stride =
          k % 2 == 0 ? (height + 63) / 64 * 64 : height + roll(engine, 0, 9) * size;
      // Two targets, with equal columns in one array.
      const Index all = (stride * (column + 1) + 63) / 64 * 64;
      auto memory = noise(engine, 2 * all + 200);
      const auto misaligned = reinterpret_cast<std::uintptr_t>(memory.data()) % 64;
      const Index first = static_cast<Index>(64 - misaligned);
      const Index starts[] = {first + roll(engine, 0, 1) * size, first + all};
      auto expected = memory;
      for (const BandRun& run : runs) {
        for (Index c = 0; c < run.columns; ++c) {
          for (Index r = 0; r < rows; ++r) {
            const std::byte* const row = row_of(run.source, r);
            if (row == nullptr) continue;
            const BandColumn at = run.target < 0
                                      ? order[static_cast<std::size_t>(run.target_column + c)]
                                      : BandColumn{run.target, run.target_column + c};
            std::byte* e = expected.data() + starts[at.target] + at.column * stride +
                           (has_gaps ? places[static_cast<std::size_t>(r)] : r * size);
            std::memcpy(e, row + run.offset + c * size, static_cast<std::size_t>(size));
            flip_imaginary_sign(e, conjugate);
          }
        }
      }
      const BandTarget targets[] = {{memory.data() + starts[0], stride},
                                    {memory.data() + starts[1], stride}};
      const BandTask task{.targets = targets,
                          .target_count = 2,
                          .places = has_gaps ? places.data() : nullptr,
                          .rows = rows,
                          .row_sources = columns.starts.data(),
                          .next = k % 4 < 2 ? columns.starts.data() : nullptr,
                          .row_stride = row_stride,
                          .runs = runs.data(),
                          .run_count = runs.size(),
                          .columns = order.data(),
                          .element_bytes = size,
                          .lines_in_turn = roll(engine, 1, 8),
                          .fetch = ahead_of(engine, lines, 5),
                          .conjugate = conjugate};
      set->turn_band[size_class(size)](task, k % 3 < 2);
      set->fence();
      CHECK(memory == expected);
    }
  }
}

TEST_CASE("kernels: strips of every kind are filled element by element") {
  std::mt19937_64 engine(3);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 2000; ++k) {
      const Index size = roll_size(engine);
      const Conjugate conjugate = size == 8 && k % 7 == 0    ? Conjugate::Complex64
                                  : size == 16 && k % 7 == 0 ? Conjugate::Complex128
                                                             : Conjugate::No;
      constexpr std::size_t sources = 8, targets = 2;
      const auto count = static_cast<std::size_t>(roll(engine, 1, 12));
      constexpr Index source_bytes = 4096, target_bytes = 4096;
      const Columns columns(engine, sources, count, source_bytes, k % 5 == 0);
      auto memory =
          noise(engine, target_bytes * static_cast<Index>(targets * count) + target_bytes);
      auto expected = memory;
      const Index start = roll(engine, 0, 64);
      std::vector<std::byte*> starts;
      for (std::size_t t = 0; t < targets * count; ++t)
        starts.push_back(memory.data() + start + static_cast<Index>(t) * target_bytes);

      std::vector<Strip> strips;
      std::vector<StripRun> runs;
      Windows table;
      std::vector<SourceLine> lines;
      std::array<Index, targets> places{};
      for (Index s = roll(engine, 0, 5); s > 0; --s) {
        const auto kind = static_cast<Strip::Kind>(roll(engine, 0, 2));
        const auto target = static_cast<int>(roll(engine, 0, targets - 1));
        Index& place = places[static_cast<std::size_t>(target)];
        place += roll(engine, 0, 3) * size;
        Strip strip{kind, target, place, 0, runs.size(), 1, lines.size(), 1, 0, 0, 0};
        lines.push_back({static_cast<int>(roll(engine, 0, sources - 1)), 0});
        const auto add = [&](Index bytes, Index at) {
          runs.push_back({static_cast<int>(roll(engine, 0, sources - 1)), static_cast<int>(bytes),
                          roll(engine, 0, 40) * size, at});
          return runs.back();
        };
        const auto expect = [&](int source, Index from, Index to, Index bytes) {
          for (std::size_t c = 0; c < count; ++c) {
            const std::byte* const from_column =
                columns.starts[c * sources + static_cast<std::size_t>(source)];
            if (from_column == nullptr) continue;
            std::byte* const d =
                expected.data() + start + place + to +
                static_cast<Index>(c * targets + static_cast<std::size_t>(target)) * target_bytes;
            for (Index e = 0; e < bytes; e += size) {
              std::memcpy(d + e, from_column + from + e, static_cast<std::size_t>(size));
              flip_imaginary_sign(d + e, conjugate);
            }
          }
        };
        Index end = 0;
        const Index parts = roll(engine, 1, 5);
        strip.runs = static_cast<std::size_t>(parts);
        for (Index p = 0; p < parts; ++p) {
          const StripRun run = add(size * roll(engine, 1, 96 / size), end);
          expect(run.source, run.offset, end, run.bytes);
          strip.bytes += run.bytes;
          end += run.bytes + (kind == Strip::Kind::Apart ? roll(engine, 0, 2) * size : 0);
        }
        if (kind == Strip::Kind::Gathered)
          add_windows(engine, strip, runs, set->gather_bytes, source_bytes, table);
        place += end;
        strips.push_back(strip);
      }
      const StripTask task{.strips = strips.data(),
                           .count = strips.size(),
                           .runs = runs.data(),
                           .windows = table.windows.data(),
                           .picks = table.picks.data(),
                           .fetch = ahead_of(engine, lines, 3),
                           .sources = columns.starts.data(),
                           .targets = starts.data(),
                           .source_count = sources,
                           .target_count = targets,
                           .columns = count,
                           .next = k % 2 == 0 ? columns.starts.data() : nullptr,
                           .conjugate = conjugate};
      set->fill_strips[size_class(size)](task, k % 3 < 2);
      set->fence();
      CHECK(memory == expected);
    }
  }
}

TEST_CASE("runs are copied with any prefetch distance, and nothing beside them") {
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    std::mt19937_64 engine(11);
    for (int round = 0; round < 200; ++round) {
      const std::vector<std::byte> source = noise(engine, 50000);
      std::vector<std::byte> target = noise(engine, 50000), expected = target;
      std::vector<CopyRun> runs;
      const Index longest = roll(engine, 0, 1) == 0 ? 150 : 5000;
      for (Index place = roll(engine, 0, 200);;) {
        const Index bytes = roll(engine, 0, longest);
        if (place + bytes > std::ssize(target)) break;
        const Index from = roll(engine, 0, std::ssize(source) - bytes);
        runs.push_back({target.data() + place, source.data() + from, bytes});
        std::copy_n(source.begin() + from, bytes, expected.begin() + place);
        place += bytes + roll(engine, 0, 1) * roll(engine, 0, 200);
      }
      set->copy_runs({.runs = runs.data(),
                      .count = runs.size(),
                      .bytes_ahead = roll(engine, 0, 3) * roll(engine, 0, 2000),
                      .level = roll(engine, 1, 2)},
                     round % 2 == 0);
      set->fence();
      REQUIRE(target == expected);
    }
  }
}
