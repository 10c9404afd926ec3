// SPDX-License-Identifier: BSD-3-Clause
// An axis at the limits of 64 bits, compared with formulas in 128 bits, which do not overflow.
#include <doctest/doctest.h>

#include <limits>
#include <random>

#include <ashlar/layout/axis.hpp>

using namespace ashlar;

namespace {

__extension__ using Wide = __int128;

constexpr Index index_max = std::numeric_limits<Index>::max();
constexpr int int_max = std::numeric_limits<int>::max();

// First element of process p in round r of the distribution.
Wide round_start(const Axis& axis, int p, Wide round) {
  const Wide distance = (Wide{p} - axis.source + axis.nprocs) % axis.nprocs;
  return (round * axis.nprocs + distance) * axis.block;
}

// Number of elements of process p below g: those of the whole rounds, and its share of the last
// round.
Wide count_below(const Axis& axis, int p, Wide g) {
  const Wide period = Wide{axis.nprocs} * axis.block;
  const Wide rounds = g / period;
  const Wide rest = g - round_start(axis, p, rounds);
  return rounds * axis.block + (rest < 0 ? Wide{0} : rest > axis.block ? Wide{axis.block} : rest);
}

int owner_of(const Axis& axis, Wide g) {
  const Wide block = g / axis.block;
  return static_cast<int>((block + axis.source) % axis.nprocs);
}

// Positive numbers of all magnitudes: 3 bits are as frequent as 60.
template <class Int>
Int any_magnitude(std::mt19937_64& random, Int most) {
  const int bits = std::uniform_int_distribution<int>(1, std::numeric_limits<Int>::digits)(random);
  const auto value = static_cast<Int>(random() >> (64 - bits));
  return value < 1 ? 1 : value > most ? most : value;
}

Axis random_axis(std::mt19937_64& random) {
  Axis axis;
  axis.extent = any_magnitude(random, index_max);
  axis.block = any_magnitude(random, index_max);
  axis.nprocs = any_magnitude(random, int_max);
  axis.source = static_cast<int>(random() % static_cast<unsigned>(axis.nprocs));
  return axis;
}

bool agrees_at(const Axis& axis, Index g) {
  const int p = axis.owner(g);
  const Index l = axis.to_local(g);
  return p == owner_of(axis, g) && l == count_below(axis, p, g) && axis.to_global(p, l) == g &&
         axis.local_count_below(p, g) == l;
}

}  // namespace

TEST_CASE("axis at the edge of 64 bits: elements agree with 128-bit formulas") {
  std::mt19937_64 random(20240601);
  int wrong = 0;
  for (int k = 0; k < 20000; ++k) {
    const Axis axis = random_axis(random);
    for (Index g : {Index{0}, axis.extent / 2, axis.extent - 1,
                    static_cast<Index>(random() % static_cast<std::uint64_t>(axis.extent))})
      wrong += !agrees_at(axis, g);
  }
  CHECK(wrong == 0);
}

TEST_CASE("axis at the edge of 64 bits: local counts agree with 128-bit formulas") {
  std::mt19937_64 random(20240602);
  int wrong = 0;
  for (int k = 0; k < 20000; ++k) {
    const Axis axis = random_axis(random);
    const int any = static_cast<int>(random() % static_cast<unsigned>(axis.nprocs));
    for (int p : {0, axis.source, axis.nprocs - 1, any, axis.owner(axis.extent - 1)})
      wrong += axis.local_count(p) != count_below(axis, p, axis.extent);
  }
  CHECK(wrong == 0);
}

TEST_CASE("axis at the edge of 64 bits: the largest extent adds up over processes") {
  for (const Index block : {Index{1}, Index{64}, Index{1} << 61, Index{1} << 62, index_max}) {
    for (const int nprocs : {1, 2, 3, 7, 1000}) {
      const Axis axis{index_max, block, nprocs, nprocs / 2};
      Wide sum = 0;
      for (int p = 0; p < nprocs; ++p) sum += axis.local_count(p);
      CHECK(sum == index_max);
    }
  }
}

TEST_CASE("axis at the edge of 64 bits: block * nprocs may exceed it") {
  const Axis axis{Index{1} << 62, Index{1} << 61, int_max, int_max - 1};
  CHECK(axis.owner(0) == int_max - 1);
  CHECK(axis.owner((Index{1} << 62) - 1) == 0);
  CHECK(axis.local_count(int_max - 1) == Index{1} << 61);
  CHECK(axis.local_count(0) == Index{1} << 61);
  CHECK(axis.local_count(1) == 0);
  CHECK(axis.to_global(0, 5) == (Index{1} << 61) + 5);
}

TEST_CASE("axis: where 32-bit INDXL2G overflows, 64 bits hold") {
  // ScaLAPACK returns -1294967295 for process 3 of 4 with blocks of 10^9.
  constexpr Axis axis{4'000'000'000, 1'000'000'000, 4, 0};
  static_assert(axis.to_global(3, 0) == 3'000'000'000);
  CHECK(axis.owner(3'000'000'000) == 3);
}
