// SPDX-License-Identifier: BSD-3-Clause
// Every instruction set of this processor, compared with loops over single elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
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

/// Describes a strip by the largest units of 4 to 16 bytes, or as a joined strip if there are none.
void add_units(std::mt19937_64& engine, Strip& strip, const std::vector<StripRun>& runs,
               std::vector<StripUnit>& units) {
  const std::span<const StripRun> own(runs.data() + strip.first_run, strip.runs);
  strip.unit_bytes = 16;
  for (const StripRun& run : own)
    while (run.bytes % strip.unit_bytes != 0) strip.unit_bytes /= 2;
  if (strip.unit_bytes < 4) {
    strip.kind = Strip::Kind::Joined;
    return;
  }
  strip.source_base = roll(engine, 0, 50);
  const auto run_at = [&](Index place) {
    return std::ranges::find_if(own,
                                [&](const StripRun& run) { return place < run.place + run.bytes; });
  };
  for (Index place = 0; place < strip.bytes;) {
    const auto run = run_at(place);
    const auto offset = [&](const StripRun& at) {
      return static_cast<std::int32_t>(at.offset + place - at.place - strip.source_base);
    };
    const bool is_line = place % 64 == 0 && place + 64 <= strip.bytes;
    if (is_line && place + 64 <= run->place + run->bytes && roll(engine, 0, 3) > 0) {
      units.push_back({~run->source, offset(*run)});
      place += 64;
      continue;
    }
    const Index end = is_line ? place + 64 : place + strip.unit_bytes;
    for (; place < end; place += strip.unit_bytes)
      units.push_back({run_at(place)->source, offset(*run_at(place))});
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
      std::vector<SourceLine> lines;
      Index column = 0;
      for (Index r = roll(engine, 0, 6); r > 0; --r) {
        const Index length = roll(engine, 1, 40);
        const auto source = static_cast<int>(roll(engine, 0, sources - 1));
        runs.push_back({source, static_cast<int>(roll(engine, 0, 1)), length,
                        roll(engine, 0, 40) * size, column, lines.size(), 1});
        lines.push_back({source, 0});
        column += length + roll(engine, 0, 2);
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
            std::byte* e = expected.data() + starts[run.target] + (run.target_column + c) * stride +
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
      const auto count = static_cast<std::size_t>(roll(engine, 1, 8));
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
      std::vector<StripUnit> units;
      std::vector<SourceLine> lines;
      std::array<Index, targets> places{};
      for (Index s = roll(engine, 0, 5); s > 0; --s) {
        auto kind = static_cast<Strip::Kind>(roll(engine, 0, 4));
        if (kind == Strip::Kind::Comb && !may_be_combed(size)) kind = Strip::Kind::Joined;
        const auto target = static_cast<int>(roll(engine, 0, targets - 1));
        Index& place = places[static_cast<std::size_t>(target)];
        place += roll(engine, 0, 3) * size;
        Strip strip{kind, target,       place, 0, runs.size(), 1, lines.size(), 1,
                    size, units.size(), 0,     0};
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
        if (kind == Strip::Kind::Comb) {
          const int teeth = comb_sources[roll(engine, 0, std::ssize(comb_sources) - 1)];
          if (teeth == 1) strip.step = size * roll(engine, 1, 3);
          strip.runs = static_cast<std::size_t>(teeth);
          strip.bytes = end = size * roll(engine, 1, most_strip_bytes / size);
          for (int t = 0; t < teeth; ++t) {
            const StripRun run = add(size, t * size);
            for (Index e = t; e * size < end; e += teeth)
              expect(run.source, run.offset + e / teeth * strip.step, e * size, size);
          }
        } else {
          const Index parts = kind == Strip::Kind::Whole ? 1 : roll(engine, 1, 5);
          strip.runs = static_cast<std::size_t>(parts);
          for (Index p = 0; p < parts; ++p) {
            const StripRun run = add(size * roll(engine, 1, 96 / size), end);
            expect(run.source, run.offset, end, run.bytes);
            strip.bytes += run.bytes;
            end += run.bytes + (kind == Strip::Kind::Apart ? roll(engine, 0, 2) * size : 0);
          }
          if (kind == Strip::Kind::Gathered) add_units(engine, strip, runs, units);
        }
        place += end;
        strips.push_back(strip);
      }
      const StripTask task{.strips = strips.data(),
                           .count = strips.size(),
                           .runs = runs.data(),
                           .units = units.data(),
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
