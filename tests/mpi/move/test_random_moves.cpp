// SPDX-License-Identifier: BSD-3-Clause
// Moves drawn at random against an element-by-element oracle. ASHLAR_TEST_SEED and
// ASHLAR_TEST_MOVES choose others.
#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "node_transports.hpp"
#include "random_move.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::stoull(text) : otherwise;
}

Index sum_over_ranks(mpi::CommunicatorView comm, Index mine) {
  Index total = 0;
  mpi::check(MPI_Allreduce(&mine, &total, 1, MPI_INT64_T, MPI_SUM, comm.native()), "MPI_Allreduce");
  return total;
}

}  // namespace

TEST_CASE("random moves: every element of every rank's memory is right, by every transport") {
  const mpi::CommunicatorView comm = world();
  const int ranks = comm.size();
  const std::uint64_t seed = setting("ASHLAR_TEST_SEED", 20261121);
  const auto moves = static_cast<int>(setting("ASHLAR_TEST_MOVES", 1000));
  std::array<int, static_cast<std::size_t>(Feature::Count)> histogram{};
  std::vector<Transport> transports{Transport::Automatic, Transport::Messages,
                                    Transport::Datatypes};
  for (Transport transport : node_transports(comm)) transports.push_back(transport);
  MoveDice dice(seed, ranks);
  Index wrong_moves = 0;
  for (int k = 0; k < moves; ++k) {
    const RandomMove move = dice.roll();
    for (std::size_t f = 0; f < histogram.size(); ++f)
      histogram[f] += has(move, static_cast<Feature>(f), ranks);
    for (Transport transport : transports) {
      const Index wrong = sum_over_ranks(comm, count_wrong(comm, move, transport));
      if (wrong == 0) continue;
      ++wrong_moves;
      if (comm.rank() == 0 && wrong_moves <= 5)
        std::cout << "move " << k << ", transport " << static_cast<int>(transport) << ": " << wrong
                  << " elements wrong: " << move.describe() << "\n";
    }
  }
  CHECK(wrong_moves == 0);
  if (comm.rank() == 0) {
    std::cout << moves << " random moves on " << ranks << " ranks, seed " << seed << ":\n";
    for (std::size_t f = 0; f < histogram.size(); ++f)
      std::cout << "  " << feature_names[f] << ": " << 100.0 * histogram[f] / moves << " %\n";
  }
  for (std::size_t f = 0; f < histogram.size(); ++f) {
    const std::string feature = feature_names[f];
    CAPTURE(feature);
    if (is_possible(static_cast<Feature>(f), ranks)) CHECK(10 * histogram[f] >= moves);
  }
}

TEST_CASE("random moves: a planted off-by-one is caught") {
  const mpi::CommunicatorView comm = world();
  MoveDice dice(4711, comm.size());
  int planted = 0;
  for (int k = 0; k < 200; ++k) {
    RandomMove move = dice.roll();
    const bool can_shift = move.source_section.rows.last < move.source.shape().rows;
    if (!can_shift || move.target_section.shape().empty()) continue;
    if (move.kind != Kind::Copy) continue;
    move.dtype = move.target_dtype = DType::Float64;  // wide enough that neighbours differ
    move.alpha = 1;
    move.beta = 0;
    move.options.uplo = Uplo::General;
    ++planted;
    CHECK(sum_over_ranks(comm, count_wrong(comm, move, Transport::Messages, 1)) > 0);
  }
  CHECK(planted >= 20);
}
