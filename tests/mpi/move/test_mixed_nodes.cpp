// SPDX-License-Identifier: BSD-3-Clause
// Moves between ranks of which some share memory: elements that stay on a node are copied through
// memory, all others are sent as messages. Nodes are simulated.
#include <doctest/doctest.h>

#include <cstdlib>

#include <ashlar/move/plan.hpp>

#include "small_nodes.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

double face(Index i, Index j) { return static_cast<double>(1000 * i + j); }

/// Bytes that `rank` reads from its node and sends to other nodes, counted element by element.
PlanStatistics count(const Layout& from, const Layout& to, bool transposing, int rank,
                     int per_node) {
  PlanStatistics result;
  for (Index j = 0; j < to.shape().cols; ++j) {
    for (Index i = 0; i < to.shape().rows; ++i) {
      const int source = transposing ? from.owner_rank(j, i) : from.owner_rank(i, j);
      const int target = to.owner_rank(i, j);
      if (source == target) continue;
      const bool is_near = source / per_node == target / per_node;
      if (is_near && target == rank) result.pulled_bytes += Index{sizeof(double)};
      if (!is_near && source == rank) result.message_bytes_sent += Index{sizeof(double)};
    }
  }
  return result;
}

/// Number of this job's ranks per host, if it is equal on all hosts.
int ranks_per_host() {
  const char* hosts = std::getenv("ASHLAR_TEST_HOSTS");
  return world().size() / (hosts != nullptr ? std::atoi(hosts) : 1);
}

}  // namespace

TEST_CASE("mixed nodes: moves within a node use its memory, all others messages") {
  const int ranks = world().size();
  for (int per_node : {1, 2, 3}) {
    // Simulated nodes must not cross hosts.
    if (ranks_per_host() < ranks && ranks_per_host() % per_node != 0) continue;
    const mpi::Communicator comm = with_nodes_of(per_node);
    const Layout from({.shape = {61, 47}, .block = {3, 4}, .grid = {ranks, 1}});
    for (bool transposing : {false, true}) {
      const Shape shape = transposing ? Shape{47, 61} : Shape{61, 47};
      const Layout to(
          {.shape = shape, .block = {5, 2}, .grid = {1, ranks}, .source = {0, ranks - 1}});
      Plan<double> plan(comm, transfers(from, to, {.op = transposing ? Op::Trans : Op::None}),
                        {.piece_bytes = 256});
      DistMatrix<double> a(comm, from), b(comm, to);
      a.fill_with(face);
      const PlanStatistics expected = count(from, to, transposing, comm.rank(), per_node);
      for (int round = 0; round < 3; ++round) {
        b.fill_with([](Index, Index) { return -1.0; });
        plan.run(a, b);
        bool is_right = true;
        const auto local = b.local();
        for (Index j = 0; j < local.cols; ++j)
          for (Index i = 0; i < local.rows; ++i) {
            const Index gi = b.global_row(i), gj = b.global_col(j);
            is_right = is_right && local(i, j) == (transposing ? face(gj, gi) : face(gi, gj));
          }
        check_all(comm, is_right, "every element is right");
      }
      if (!a.storage().is_shared()) continue;  // not shared here: only messages
      const PlanStatistics statistics = plan.statistics();
      CAPTURE(per_node);
      CHECK(statistics.pulled_bytes == 3 * expected.pulled_bytes);
      CHECK(statistics.message_bytes_sent == 3 * expected.message_bytes_sent);
      CHECK((statistics.messages_sent > 0) == (expected.message_bytes_sent > 0));
    }
  }
}

TEST_CASE("mixed nodes: a computing move takes from each element's source only once") {
  const int ranks = world().size();
  const mpi::Communicator comm = with_nodes_of(2);
  const Layout from({.shape = {40, 33}, .block = {2, 3}, .grid = {ranks, 1}});
  const Layout to({.shape = {40, 33}, .block = {7, 1}, .grid = {1, ranks}});
  DistMatrix<double> a(comm, from), b(comm, to);
  a.fill_with(face);
  b.fill_with([](Index i, Index j) { return static_cast<double>(i - j); });
  Plan<double> plan(comm, transfers(from, to));
  plan.run(a, b, Scaling<double>{.alpha = 2, .beta = 3});
  bool is_right = true;
  const auto local = b.local();
  for (Index j = 0; j < local.cols; ++j)
    for (Index i = 0; i < local.rows; ++i) {
      const Index gi = b.global_row(i), gj = b.global_col(j);
      is_right = is_right && local(i, j) == 2 * face(gi, gj) + 3 * static_cast<double>(gi - gj);
    }
  check_all(comm, is_right, "2 a + 3 b");
}

TEST_CASE("mixed nodes: shared memory alone is refused where ranks do not share it") {
  const int ranks = world().size();
  const mpi::Communicator comm = with_nodes_of(1);
  const Layout layout({.shape = {8, 8}, .block = {2, 2}, .grid = {ranks, 1}});
  DistMatrix<double> a(comm, layout), b(comm, layout);
  Plan<double> plan(comm, transfers(layout, layout), {.transport = Transport::SharedMemory});
  if (ranks > 1) CHECK_THROWS_AS(plan.run(a, b), ArgumentError);
}
