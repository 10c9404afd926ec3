// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/detail/node_counters.hpp>

#include <cstdlib>
#include <type_traits>
#include <utility>

#include <doctest/doctest.h>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/context.hpp>
#include <support/mpi_test.hpp>

using namespace ashlar;
using mpi::Communicator;
using mpi::Context;
using mpi::NodeCounters;
using test::check_all;
using test::world;

static_assert(std::is_nothrow_move_constructible_v<NodeCounters> &&
              !std::is_copy_constructible_v<NodeCounters>);

TEST_CASE("node counters: they start at zero, also in memory that was used before") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  for (int round = 0; round < 3; ++round) {
    NodeCounters counters(context, 3);
    bool all_zero = counters.is_available() && !counters.is_poisoned();
    for (int r = 0; r < context.node_size(); ++r)
      for (int k = 0; k < 3; ++k) all_zero &= counters.value(r, k) == 0;
    check_all(comm, all_zero, "zero at the start");
    for (int k = 0; k < 3; ++k) counters.raise(k, 17);
    counters.poison();
    comm.barrier();
  }
}

TEST_CASE("node counters: writes before a raise are visible after the wait") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  NodeCounters counters(context, 2);
  const mpi::Storage storage = context.allocate(sizeof(Index));
  const auto value_of = [&](int r) -> Index& { return *storage.part_of(r).as<Index>(); };
  const int me = context.node_rank(), ranks = context.node_size();
  constexpr int arrived = 0, done = 1;
  bool all_right = true;
  for (Index round = 1; round <= 500; ++round) {
    const auto step = static_cast<std::uint64_t>(round);
    // No rank may read any more when the next value is written.
    for (int r = 0; r < ranks; ++r) counters.wait(r, done, step - 1);
    value_of(me) = round * 1000 + me;
    counters.raise(arrived, step);
    for (int r = 0; r < ranks; ++r) {
      counters.wait(r, arrived, step);
      all_right &= value_of(r) == round * 1000 + r;
    }
    counters.raise(done, step);
  }
  check_all(comm, all_right, "every round shows every rank's value of that round");
}

TEST_CASE("node counters: poison ends every wait with an error") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  NodeCounters counters(context, 1);
  bool threw = false;
  if (context.node_rank() == context.node_size() - 1) counters.poison();
  try {
    counters.wait(0, 0, 1);
  } catch (const ForeignError&) {
    threw = true;
  }
  check_all(comm, threw && counters.is_poisoned(), "the waiting ranks throw");
}

TEST_CASE("node counters: where memory is not shared there are none") {
  setenv("ASHLAR_SHARED_MEMORY", "off", 1);
  const auto comm = Communicator::duplicate(world());
  NodeCounters counters(Context::of(comm), 1);
  unsetenv("ASHLAR_SHARED_MEMORY");
  CHECK_FALSE(counters.is_available());
  CHECK_FALSE(NodeCounters().is_available());
}
