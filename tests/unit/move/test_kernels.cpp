// SPDX-License-Identifier: BSD-3-Clause
// Every instruction set that this processor has against loops over single elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <random>
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
  for (auto& b : result) b = static_cast<std::byte>(engine());
  return result;
}

Index roll(std::mt19937_64& engine, Index low, Index high) {
  return std::uniform_int_distribution<Index>(low, high)(engine);
}

void flip_imaginary_sign(std::byte* element, Conjugate conjugate) {
  if (conjugate == Conjugate::Complex64) element[7] ^= std::byte{0x80};
  if (conjugate == Conjugate::Complex128) element[15] ^= std::byte{0x80};
}

/// Carries out `task` into memory of its own, and nothing beside it.
void check_gathered(std::mt19937_64& engine, const KernelSet& set, GatherTask task, Index size,
                    bool stream) {
  auto target = noise(engine, (task.count + 9) * size);
  auto expected = target;
  for (Index i = 0; i < task.count; ++i)
    std::memcpy(expected.data() + (1 + i) * size, task.addresses[i] + task.offset,
                static_cast<std::size_t>(size));
  task.target = target.data() + size;
  set.gather[size_class(static_cast<std::size_t>(size))](task, stream);
  set.fence();
  CHECK(target == expected);
}

}  // namespace

TEST_CASE("kernels: columns are copied whole, and nothing beside them") {
  std::mt19937_64 engine(1);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 800; ++k) {
      const Index bytes = roll(engine, 0, k % 3 == 0 ? 3000 : 200), count = roll(engine, 0, 40);
      const Index target_stride = bytes + roll(engine, 0, 1) * roll(engine, 0, 100);
      const Index source_stride = bytes + roll(engine, 0, 1) * roll(engine, 0, 100);
      const Index shift = roll(engine, 0, 70);
      const auto source = noise(engine, source_stride * count + 1);
      auto target = noise(engine, target_stride * count + shift + 80);
      auto expected = target;
      for (Index c = 0; c < count; ++c)
        std::memcpy(expected.data() + shift + c * target_stride, source.data() + c * source_stride,
                    static_cast<std::size_t>(bytes));
      ColumnsCopy task{target.data() + shift, target_stride, source.data(),
                       source_stride,         bytes,         count};
      if (k % 4 < 2) task.ahead = {source.data(), source_stride};
      set->copy_columns(task, k % 2 == 0);
      set->fence();
      CHECK(target == expected);
    }
  }
}

TEST_CASE("kernels: rectangles are transposed and conjugated element by element") {
  std::mt19937_64 engine(2);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 1500; ++k) {
      const Index size = Index{1} << roll(engine, 0, 4);
      const Conjugate conjugate = size == 8 && k % 3 == 0    ? Conjugate::Complex64
                                  : size == 16 && k % 3 == 0 ? Conjugate::Complex128
                                                             : Conjugate::No;
      const Index rows = roll(engine, 0, 100), cols = roll(engine, 0, 60);
      // Half of the targets have columns that are all aligned alike, as streaming wants.
      const Index line = 64 / size;
      const Index target_ld =
          k % 2 == 0 ? (rows + line - 1) / line * line : rows + roll(engine, 0, 9);
      const Index source_ld = cols + roll(engine, 0, 9), shift = roll(engine, 0, 3) * size;
      const auto source = noise(engine, source_ld * (rows + 1) * size);
      auto memory = noise(engine, (target_ld * (cols + 1) + 200) * size + 64);
      const auto misaligned = reinterpret_cast<std::uintptr_t>(memory.data()) % 64;
      const Index start = static_cast<Index>(64 - misaligned) + shift;
      auto expected = memory;
      for (Index c = 0; c < cols; ++c) {
        for (Index r = 0; r < rows; ++r) {
          std::byte* e = expected.data() + start + (r + c * target_ld) * size;
          std::memcpy(e, source.data() + (c + r * source_ld) * size,
                      static_cast<std::size_t>(size));
          flip_imaginary_sign(e, conjugate);
        }
      }
      TransposeTask task{memory.data() + start, target_ld, source.data(), source_ld, rows, cols};
      if (k % 4 < 2) task.ahead = {source.data(), source_ld * size};
      set->transpose[size_class(static_cast<std::size_t>(size))](task, conjugate, k % 5 < 3);
      set->fence();
      CHECK(memory == expected);
    }
  }
}

TEST_CASE("kernels: runs of several sources come into several targets") {
  std::mt19937_64 engine(4);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 300; ++k) {
      const Index columns = roll(engine, 1, 6), count = roll(engine, 0, 12);
      // Source 1 is not there; each target is a stretch of one memory.
      const Index length = 2000, target_stride = roll(engine, length, length + 70),
                  source_stride = roll(engine, length, length + 70);
      const auto first = noise(engine, source_stride * columns),
                 second = noise(engine, source_stride * columns);
      auto memory = noise(engine, 2 * target_stride * columns + 64);
      auto expected = memory;
      const Index starts[] = {roll(engine, 0, 63), target_stride * columns};
      const ColumnStart<const std::byte> from[] = {
          {first.data(), source_stride}, {nullptr, 0}, {second.data(), source_stride}};
      const ColumnStart<std::byte> to[] = {{memory.data() + starts[0], target_stride},
                                           {memory.data() + starts[1], target_stride}};
      std::vector<ColumnRun> runs;
      for (Index r = 0; r < count; ++r) {
        const Index at = r * 160;  // runs do not overlap
        runs.push_back({static_cast<int>(roll(engine, 0, 2)), static_cast<int>(roll(engine, 0, 1)),
                        roll(engine, 0, length - 160), at, roll(engine, 0, 150)});
        const ColumnRun& run = runs.back();
        for (Index c = 0; c < columns; ++c) {
          if (run.source == 1) continue;
          const auto& source = run.source == 0 ? first : second;
          std::memcpy(expected.data() + starts[run.target] + c * target_stride + run.target_offset,
                      source.data() + c * source_stride + run.source_offset,
                      static_cast<std::size_t>(run.bytes));
        }
      }
      set->copy_runs({runs.data(), count, from, to, columns}, k % 2 == 0);
      set->fence();
      CHECK(memory == expected);
    }
  }
}

TEST_CASE("kernels: elements that come in turn from several sources are gathered") {
  std::mt19937_64 engine(5);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 1000; ++k) {
      const Index size = Index{1} << roll(engine, 0, 4), count = roll(engine, 0, 150);
      const int sources = comb_sources[roll(engine, 0, std::ssize(comb_sources) - 1)];
      const Index step = sources == 1 ? size * roll(engine, 1, 5) : size;
      const Index offset = roll(engine, 0, 5) * size;
      const auto memory = noise(engine, 16384 + offset);
      std::vector<Index> starts;
      for (int s = 0; s < sources; ++s) starts.push_back(roll(engine, 0, 4000));
      std::vector<const std::byte*> addresses;
      for (Index i = 0; i < count; ++i)
        addresses.push_back(memory.data() + starts[static_cast<std::size_t>(i % sources)] +
                            i / sources * step);
      GatherTask task{nullptr, addresses.data(), offset, count};
      task.sources = sources;
      task.step = step;
      check_gathered(engine, *set, task, size, k % 2 == 0);
    }
  }
}

TEST_CASE("kernels: scattered elements are gathered") {
  std::mt19937_64 engine(3);
  for (const KernelSet* set : sets()) {
    CAPTURE(set->name);
    for (int k = 0; k < 500; ++k) {
      const Index size = Index{1} << roll(engine, 0, 4), count = roll(engine, 0, 150),
                  offset = roll(engine, 0, 5) * size;
      const auto source = noise(engine, 4096 + 5 * 16);
      std::vector<const std::byte*> addresses(static_cast<std::size_t>(count) + 1);
      for (auto& a : addresses) a = source.data() + roll(engine, 0, 4096 / size - 1) * size;
      GatherTask task{nullptr, addresses.data(), offset, count};
      if (k % 4 < 2) {
        task.lines = addresses.data();
        task.line_count = count;
        task.turn = count / 2;
      }
      check_gathered(engine, *set, task, size, k % 2 == 0);
    }
  }
}
