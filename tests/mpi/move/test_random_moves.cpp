// SPDX-License-Identifier: BSD-3-Clause
// Random moves of every kind, compared with one oracle element by element. A failing case is shrunk
// before it is printed.
//
//   ASHLAR_TEST_SEED   seed of the cases; printed
//   ASHLAR_TEST_MOVES  number of cases
//   ASHLAR_TEST_CASE   number of a single case
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/check.hpp>

#include "rig/carry_out.hpp"
#include "rig/hang_alarm.hpp"
#include "rig/shrink.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::stoull(text) : otherwise;
}

/// Result of a case, equal on all ranks.
struct Verdict {
  Index wrong = 0;  ///< elements, on all ranks
  Index error = 0;  ///< a hash of the error; 0: none

  bool is_right() const { return wrong == 0 && error == 0; }
  /// True if both fail in the same way.
  bool is_like(const Verdict& other) const {
    return !is_right() && error == other.error && (wrong > 0) == (other.wrong > 0);
  }
};

/// Runs cases on communicators with nodes of every size.
class Rig {
 public:
  Rig() {
    for (int ranks_per_node = 0; ranks_per_node <= 3; ++ranks_per_node)
      nodes_.emplace_back(ranks_per_node);
  }

  /// Runs a case and checks the memory of all ranks. @collective
  Verdict try_out(const RandomCase& expected, const RandomCase& made) {
    const HangAlarm alarm(made.describe());
    Verdict verdict;
    try {
      verdict.wrong =
          count_wrong(nodes_[static_cast<std::size_t>(made.ranks_per_node)], expected, made);
    } catch (const std::exception& error) {
      error_ = error.what();
      // Errors are identified by the start of their texts, since values in the texts change as a
      // case shrinks.
      verdict.error = static_cast<Index>(std::hash<std::string>()(error_.substr(0, 20)) >> 2) + 1;
      alarm.hurry();  // the other ranks may wait for this one
    }
    Index wrong = verdict.wrong, code = verdict.error;
    mpi::check(MPI_Allreduce(&wrong, &verdict.wrong, 1, MPI_INT64_T, MPI_SUM, world().native()),
               "MPI_Allreduce");
    mpi::check(MPI_Allreduce(&code, &verdict.error, 1, MPI_INT64_T, MPI_MAX, world().native()),
               "MPI_Allreduce");
    return verdict;
  }
  Verdict try_out(const RandomCase& c) { return try_out(c, c); }

  /// The text of the last error on this rank.
  const std::string& error() const { return error_; }

 private:
  std::vector<Nodes> nodes_;
  std::string error_;
};

}  // namespace

TEST_CASE("random moves: every element of every rank's memory is right, for every kind of move") {
  const mpi::CommunicatorView comm = world();
  const int ranks = comm.size();
  const std::uint64_t seed = setting("ASHLAR_TEST_SEED", 20261122);
  const std::uint64_t count = setting("ASHLAR_TEST_MOVES", 1000);
  const std::uint64_t only = setting("ASHLAR_TEST_CASE", count);
  Rig rig;
  std::vector<Index> histogram(features().size());
  int failed = 0;
  for (std::uint64_t k = only < count ? only : 0; k < (only < count ? only + 1 : count); ++k) {
    const RandomCase c = draw_case(seed, k, ranks);
    for (std::size_t f = 0; f < histogram.size(); ++f) histogram[f] += features()[f].has(c, ranks);
    const Verdict verdict = rig.try_out(c);
    if (verdict.is_right()) continue;
    if (++failed > 3) break;  // each is printed in full
    const RandomCase small =
        shrunk(c, [&](const RandomCase& other) { return rig.try_out(other).is_like(verdict); });
    const Verdict still = rig.try_out(small);
    check_all(comm, false,
              concat("case ", k, " of seed ", seed, " on ", ranks, " ranks, ", verdict.wrong,
                     " elements wrong: ", c.describe(), "\nshrunk, ", still.wrong,
                     " elements wrong: ", small.describe(), "\n", rig.error(),
                     "\nrun again: ASHLAR_TEST_SEED=", seed, " ASHLAR_TEST_MOVES=", k + 1,
                     " ASHLAR_TEST_CASE=", k));
  }
  CHECK(failed == 0);
  if (comm.rank() == 0) {
    std::cout << count << " random moves on " << ranks << " ranks, seed " << seed << ":\n";
    for (std::size_t f = 0; f < histogram.size(); ++f)
      std::cout << "  " << features()[f].name << ": " << histogram[f] << "\n";
  }
  for (std::size_t f = 0; f < histogram.size() && count >= 300 && only >= count; ++f) {
    const std::string feature(features()[f].name);
    CAPTURE(feature);
    if (ranks >= features()[f].least_ranks) CHECK(histogram[f] > 0);
  }
}

TEST_CASE("random moves: a planted error is found in every kind, and shrinks to a few elements") {
  const int ranks = world().size();
  if (ranks > 3) return;  // a few ranks suffice for a test of the rig
  Rig rig;
  // By kind: layouts, placements, arrays, in place.
  std::vector<int> planted(4);
  for (std::uint64_t k = 0; k < 400; ++k) {
    const RandomCase c = draw_case(4711, k, ranks);
    const RandomMove& m = c.moves.front();
    const std::size_t kind = m.verb == Verb::TransposeInPlace                           ? 3
                             : m.source.form == MoveSide::Form::Array                   ? 2
                             : m.source.is_plain_layout() && m.target.is_plain_layout() ? 0
                                                                                        : 1;
    if (planted[kind] == 1) continue;
    // The source's part is shifted by one against the oracle's; in place the conjugation is
    // inverted.
    const auto with_error = [&](RandomCase other) {
      RandomMove& move = other.moves.front();
      if (move.verb == Verb::TransposeInPlace) move.conjugates = !move.conjugates;
      else
        for (Range& range : move.source.part) ++range.first, ++range.last;
      return other;
    };
    const auto can_show = [&](const RandomCase& other) {
      const RandomMove& move = other.moves.front();
      if (move.verb == Verb::TransposeInPlace) return move.from == DType::Complex128;
      for (std::size_t d = 0; d < move.source.part.size(); ++d)
        if (move.source.part[d].last >= move.source.dims[d].extent) return false;
      return move.verb == Verb::Copy && other.moves.size() == 1;
    };
    if (!can_show(c)) continue;
    const auto fails = [&](const RandomCase& other) {
      return can_show(other) && rig.try_out(other, with_error(other)).wrong > 0;
    };
    // All elements are wide, so that neighbours differ.
    const bool is_wide = m.from == DType::Float64 || m.from == DType::Complex128;
    const bool is_empty = std::any_of(m.target.part.begin(), m.target.part.end(),
                                      [](const Range& range) { return range.empty(); });
    if (!is_wide || is_empty || m.uplo != Uplo::General || m.alpha == 0.0) continue;
    ++planted[kind];
    REQUIRE(fails(c));
    const RandomCase small = shrunk(c, fails, 200);
    Index elements = 1;
    for (const Range& range : small.moves.front().target.part) elements *= range.size();
    CHECK(elements <= 4);
  }
  for (std::size_t kind = 0; kind < planted.size(); ++kind) {
    CAPTURE(kind);
    CHECK(planted[kind] > 0);
  }
}
