// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/node/panel_choice.hpp>

#include <algorithm>
#include <array>
#include <iterator>

#include <doctest/doctest.h>

#include <ashlar/base/concat.hpp>

using namespace ashlar;
using node::block_width;
using node::team_size;

namespace {

constexpr Routine routines[] = {Routine::Lu, Routine::Qr, Routine::Cholesky};
constexpr Index orders[] = {500, 1000, 2000, 4000, 8000, 16000, 32000};

struct Choice {
  Index block;
  int team;
  friend bool operator==(const Choice&, const Choice&) = default;
};

/// The fastest choices for these orders in a simulation of each factorisation, task by task. Kernel
/// rates were fitted on one core with AVX2; the results of one run are stored here as an oracle.
struct Simulated {
  Routine routine;
  int ranks;
  std::array<Choice, std::size(orders)> choices;
};
constexpr Simulated simulated[] = {
    {Routine::Lu, 9, {{{64, 1}, {96, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Lu, 12, {{{64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Lu, 16, {{{64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Lu, 24, {{{64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Lu, 32, {{{64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Lu, 48, {{{64, 1}, {64, 1}, {64, 1}, {96, 4}, {96, 4}, {96, 1}, {96, 1}}}},
    {Routine::Lu, 64, {{{64, 1}, {64, 1}, {64, 1}, {96, 4}, {128, 4}, {128, 2}, {128, 1}}}},
    {Routine::Lu, 96, {{{64, 1}, {64, 1}, {64, 1}, {96, 4}, {128, 4}, {192, 2}, {192, 4}}}},
    {Routine::Lu, 128, {{{64, 1}, {64, 1}, {64, 1}, {96, 4}, {128, 4}, {192, 2}, {192, 2}}}},
    {Routine::Qr, 9, {{{64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {96, 1}}}},
    {Routine::Qr, 12, {{{64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {96, 1}}}},
    {Routine::Qr, 16, {{{64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Qr, 24, {{{64, 1}, {64, 1}, {64, 4}, {64, 1}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Qr, 32, {{{64, 1}, {64, 1}, {64, 4}, {64, 4}, {64, 1}, {64, 1}, {64, 1}}}},
    {Routine::Qr, 48, {{{64, 1}, {64, 1}, {64, 4}, {96, 4}, {96, 4}, {96, 1}, {96, 1}}}},
    {Routine::Qr, 64, {{{64, 1}, {64, 1}, {64, 4}, {64, 4}, {128, 4}, {128, 4}, {128, 1}}}},
    {Routine::Qr, 96, {{{64, 1}, {64, 1}, {64, 4}, {64, 4}, {96, 4}, {192, 4}, {192, 4}}}},
    {Routine::Qr, 128, {{{64, 1}, {64, 1}, {64, 4}, {64, 4}, {96, 4}, {128, 4}, {192, 2}}}},
    {Routine::Cholesky, 9, {{{64, 1}, {64, 4}, {64, 4}, {96, 8}, {128, 1}, {192, 1}, {192, 1}}}},
    {Routine::Cholesky, 12, {{{64, 1}, {64, 8}, {64, 8}, {64, 8}, {96, 8}, {192, 1}, {192, 1}}}},
    {Routine::Cholesky, 16, {{{64, 1}, {64, 8}, {64, 8}, {64, 8}, {64, 1}, {128, 1}, {192, 1}}}},
    {Routine::Cholesky, 24, {{{64, 1}, {64, 8}, {64, 8}, {64, 8}, {64, 8}, {96, 8}, {128, 1}}}},
    {Routine::Cholesky, 32, {{{64, 1}, {64, 8}, {64, 8}, {64, 8}, {64, 8}, {64, 8}, {96, 1}}}},
    {Routine::Cholesky, 48, {{{64, 1}, {64, 8}, {64, 8}, {64, 8}, {96, 8}, {96, 8}, {96, 8}}}},
    {Routine::Cholesky, 64, {{{64, 1}, {64, 8}, {64, 8}, {96, 8}, {96, 8}, {96, 8}, {128, 8}}}},
    {Routine::Cholesky, 96, {{{64, 1}, {64, 8}, {64, 8}, {96, 8}, {128, 8}, {128, 8}, {128, 8}}}},
    {Routine::Cholesky, 128, {{{64, 1}, {64, 8}, {64, 8}, {96, 8}, {128, 8}, {192, 8}, {192, 8}}}}};

/// Ranks with block columns; a narrower last column of Cholesky is excluded.
int crew_of(Routine routine, Index n, Index block, int ranks) {
  const Index columns = routine == Routine::Cholesky ? n / block : (n + block - 1) / block;
  return static_cast<int>(std::clamp<Index>(columns, 1, ranks));
}

Choice chosen(Routine routine, Index n, int ranks) {
  const Index block = block_width(routine, n, ranks);
  return {block, team_size(routine, n, ranks, crew_of(routine, n, block, ranks))};
}

}  // namespace

TEST_CASE("panel choice: up to 8 ranks blocks are the measured ones, and a panel has one rank") {
  for (int ranks = 1; ranks <= 8; ++ranks)
    for (const Routine routine : routines) {
      INFO(to_string(routine), " on ", ranks);
      const Index narrowest = routine == Routine::Qr ? 32 : 64;
      CHECK(chosen(routine, 511, ranks) == Choice{narrowest, 1});
      CHECK(chosen(routine, 512, ranks) == Choice{64, 1});
      CHECK(chosen(routine, 2048, ranks) == Choice{64, 1});
      CHECK(chosen(routine, 2049, ranks) == Choice{128, 1});
      CHECK(chosen(routine, 5999, ranks) == Choice{128, 1});
      CHECK(chosen(routine, 6000, ranks) == Choice{192, 1});
      CHECK(team_size(routine, 20000, 64, ranks) == 1);
    }
}

TEST_CASE("panel choice: the table has the fastest choice of nearly all simulated cases") {
  Index agreeing = 0;
  for (const Simulated& row : simulated)
    for (std::size_t k = 0; k < std::size(orders); ++k) {
      const Choice found = chosen(row.routine, orders[k], row.ranks), best = row.choices[k];
      agreeing += found == best ? 1 : 0;
      INFO(to_string(row.routine), " of ", orders[k], " on ", row.ranks, ": ", found.block);
      CHECK(2 * found.block >= best.block);
      CHECK(found.block <= 2 * best.block);
    }
  CHECK(agreeing >= 175);  // of 189
}

TEST_CASE("panel choice: a team is a power of two, and has no more ranks than the crew") {
  for (const Routine routine : routines)
    for (const int ranks : {9, 10, 15, 16, 31, 40, 63, 64, 100, 128, 1000})
      for (Index n = 0; n < 50000; n += n / 8 + 1) {
        INFO(to_string(routine), " of ", n, " on ", ranks);
        const auto [block, team] = chosen(routine, n, ranks);
        CHECK((block == 64 || block == 96 || block == 128 || block == 192));
        CHECK((team == 1 || team == 2 || team == 4 || team == 8));
        CHECK(team <= crew_of(routine, n, block, ranks));
        CHECK(team_size(routine, n, ranks, 9) <= 9);
      }
}

TEST_CASE("panel choice: with many ranks wider blocks serve larger matrices") {
  for (const Routine routine : routines)
    for (const int ranks : {112, 128, 1000}) {
      Index widest = 0;
      for (Index n = 400; n < 50000; n += 100) {
        const Index block = block_width(routine, n, ranks);
        CHECK(block >= widest);
        widest = block;
      }
      CHECK(widest == 192);
    }
}
