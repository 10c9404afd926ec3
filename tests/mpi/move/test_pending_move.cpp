// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <optional>
#include <utility>

#include <ashlar/move/plan.hpp>

#include "distributed_matrices.hpp"
#include "small_nodes.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

double face(Index i, Index j) { return static_cast<double>(1000 * i + j); }

struct Case {
  mpi::CommunicatorView comm;
  Layout tall{{.shape = {83, 67}, .block = {3, 4}, .grid = {comm.size(), 1}}};
  Layout wide{{.shape = {83, 67}, .block = {5, 2}, .grid = {1, comm.size()}}};
  DistMatrix<double> a{comm, tall}, b{comm, wide};

  explicit Case(mpi::CommunicatorView on) : comm(on) {
    a.fill_with(face);
    b.fill(-1);
  }
  Plan<double> plan(Transport transport = Transport::Automatic) const {
    return Plan<double>(comm, transfers(tall, wide), {.transport = transport, .piece_bytes = 512});
  }
};

bool holds_faces(const DistMatrix<double>& m, double shift = 0) {
  return holds(m, [&](Index i, Index j) { return face(i, j) + shift; });
}

}  // namespace

TEST_CASE("pending move: tested until it is over, by every transport and on small nodes") {
  for (int per_node : {0, 1, 2}) {
    const mpi::Communicator comm = with_nodes_of(per_node);
    for (Transport transport : {Transport::Automatic, Transport::Messages, Transport::Datatypes}) {
      Case c(comm);
      Plan<double> plan = c.plan(transport);
      for (int round = 0; round < 3; ++round) {
        c.b.fill(-1);
        PendingMove pending = plan.start(c.a, c.b);
        while (!pending.test()) {
        }
        CHECK(pending.is_over());
        check_all(comm, holds_faces(c.b), "tested");
        c.b.fill(-1);
        pending = plan.start(c.a, c.b);
        pending.wait();
        CHECK(pending.test());
        check_all(comm, holds_faces(c.b), "waited for");
      }
    }
  }
}

TEST_CASE("pending move: several at once, and others that run meanwhile, end in any order") {
  for (int per_node : {0, 1, 2}) {
    const mpi::Communicator comm = with_nodes_of(per_node);
    Case first(comm), second(comm), third(comm);
    Plan<double> one = first.plan(), two = second.plan(), three = third.plan();
    PendingMove a = one.start(first.a, first.b);
    PendingMove b = two.start(second.a, second.b);
    three.run(third.a, third.b);
    check_all(comm, holds_faces(third.b), "what ran meanwhile");
    b.wait();
    check_all(comm, holds_faces(second.b), "the second");
    a.wait();
    check_all(comm, holds_faces(first.b), "the first");
  }
}

TEST_CASE("pending move: survives its plan, moved matrices and being forgotten") {
  for (int per_node : {0, 1, 2}) {
    const mpi::Communicator comm = with_nodes_of(per_node);
    Case c(comm);
    std::optional<Plan<double>> plan(c.plan());
    PendingMove pending = plan->start(c.a, c.b);
    plan.reset();
    const DistMatrix<double> a = std::move(c.a);
    const DistMatrix<double> b = std::move(c.b);
    pending.wait();
    check_all(comm, holds_faces(b), "without plan");
    Case d(comm);
    Plan<double> again = d.plan();
    { const PendingMove forgotten = again.start(d.a, d.b); }
    check_all(comm, holds_faces(d.b), "forgotten");
  }
}

TEST_CASE("pending move: a plan that is started again ends the move before") {
  const mpi::Communicator comm = with_nodes_of(2);
  Case c(comm), d(comm);
  d.a.fill_with([](Index i, Index j) { return face(i, j) + 7; });
  Plan<double> plan = c.plan();
  PendingMove first = plan.start(c.a, c.b);
  PendingMove second = plan.start(d.a, d.b);
  check_all(comm, holds_faces(c.b), "the first is over");
  CHECK(first.test());
  second.wait();
  check_all(comm, holds_faces(d.b, 7), "the second");
  CHECK(PendingMove().test());
}

TEST_CASE("pending move: computes as run does") {
  const mpi::Communicator comm = with_nodes_of(2);
  Case c(comm);
  c.b.fill_with(face);
  Plan<double> plan = c.plan();
  plan.start(c.a, c.b, Scaling<double>{.alpha = 1, .beta = 1}).wait();
  const auto local = c.b.local();
  bool is_twice = true;
  for (Index j = 0; j < local.cols; ++j)
    for (Index i = 0; i < local.rows; ++i)
      is_twice = is_twice && local(i, j) == 2 * face(c.b.global_row(i), c.b.global_col(j));
  check_all(comm, is_twice, "a + b");
  plan.start(c.a, c.b, Scaling<double>{.alpha = 0, .beta = 0.5}).wait();
  check_all(comm, holds_faces(c.b), "b / 2");
}
