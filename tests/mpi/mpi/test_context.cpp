// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/context.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <support/mpi_test.hpp>

#include "base/tuning.hpp"

using namespace ashlar;
using mpi::Communicator;
using mpi::CommunicatorView;
using mpi::Context;
using test::check_all;
using test::world;

namespace {

/// An object whose destructor records its name and the validity of `comm`.
class Witness {
 public:
  Witness(std::string name, CommunicatorView comm, std::vector<std::string>& deaths)
      : name_(std::move(name)), comm_(comm), deaths_(&deaths) {}
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;
  ~Witness() {
    int size = 0;
    const bool works = MPI_Comm_size(comm_.native(), &size) == MPI_SUCCESS && size > 0;
    deaths_->push_back(works ? name_ : name_ + " without communicator");
  }
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  CommunicatorView comm_;
  std::vector<std::string>* deaths_;
};

/// Resident memory of this process that is not shared, in KiB.
Index private_kib() {
  Index pages = 0, resident = 0, shared = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident >> shared;
  return (resident - shared) * 4;
}

int compare(CommunicatorView a, CommunicatorView b) {
  int result = MPI_UNEQUAL;
  MPI_Comm_compare(a.native(), b.native(), &result);
  return result;
}

}  // namespace

TEST_CASE("context: a communicator has one, found again at once and by our duplicate too") {
  const auto comm = Communicator::duplicate(world()), other = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  CHECK(&Context::of(comm) == &context);
  CHECK(&Context::of(context.comm()) == &context);
  CHECK(&Context::of(other) != &context);
  CHECK(compare(context.comm(), comm) == MPI_CONGRUENT);
  CHECK(context.rank() == world().rank());
  CHECK(context.size() == world().size());
}

TEST_CASE("context: a duplicate of a communicator gets another context") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const auto copy = Communicator::duplicate(comm);
  CHECK(&Context::of(copy) != &context);
}

TEST_CASE("context: predefined communicators have one, the null communicator has none") {
  CHECK(Context::of(CommunicatorView::self()).size() == 1);
  CHECK(Context::of(world()).size() == world().size());
  CHECK_THROWS_AS(Context::of(CommunicatorView()), ArgumentError);
}

TEST_CASE("context: an intercommunicator is refused") {
  if (world().size() < 2) return;
  const int side = world().rank() % 2;
  const auto half = Communicator::split(world(), side);
  MPI_Comm inter = MPI_COMM_NULL;
  mpi::check(MPI_Intercomm_create(half.native(), 0, MPI_COMM_WORLD, 1 - side, 5, &inter),
             "MPI_Intercomm_create");
  CHECK_THROWS_AS(Context::of(inter), ArgumentError);
  MPI_Comm_free(&inter);
}

TEST_CASE("context: invalid environment variables are refused on every rank") {
  const auto comm = Communicator::duplicate(world());
  const bool is_last = comm.rank() == comm.size() - 1;
  for (const auto& [variable, value] : std::vector<std::pair<const char*, const char*>>{
           {"ASHLAR_NUM_THREADS", "banana"},
           {"ASHLAR_NUM_THREADS", "0"},
           {"ASHLAR_NUM_THREADS", "2x"},
           {"ASHLAR_NUM_THREADS", "99999999999999999999"},
           {"ASHLAR_STREAM_FROM_BYTES", "-1"},
           {"ASHLAR_KERNELS", "sse9"},
           {"ASHLAR_PEER_MEMORY", "maybe"},
           {"ASHLAR_PRIVATE_MEMORY", "fast"},
           {"ASHLAR_SHARED_MEMORY", "of"},
           {"ASHLAR_RANKS_PER_NODE", "-1"},
           {"ASHLAR_TIMEOUT", "1.5"},
           {"ASHLAR_CHECK", "yes"},
           {"ASHLAR_PROCESSORS_PER_NODE", "some"}}) {
    if (is_last) setenv(variable, value, 1);
    std::string text;
    try {
      Context::of(comm);
    } catch (const ArgumentError& error) {
      text = error.what();
    }
    if (is_last) unsetenv(variable);
    check_all(comm, text.find(concat(variable, " is '", value, "', but must be ")) != text.npos,
              concat(variable, "=", value, " is refused: ", text));
  }
  setenv("ASHLAR_KERNELS", "", 1);  // the same as unset
  setenv("ASHLAR_SHARED_MEMORY", "on", 1);
  CHECK(Context::of(comm).size() == comm.size());
  unsetenv("ASHLAR_KERNELS");
  unsetenv("ASHLAR_SHARED_MEMORY");
}

TEST_CASE("context: it has the ranks of its node") {
  const auto comm = Communicator::split(world(), 0, -world().rank());  // reversed
  Context& context = Context::of(comm);
  const auto oracle = Communicator::split_shared(comm);
  check_all(comm, context.node_size() == oracle.size() && context.node_rank() == oracle.rank(),
            "as MPI splits");
  bool all_right = true;
  for (int rank = -1; rank <= comm.size(); ++rank) {
    const auto found = context.node_rank_of(rank);
    if (found) all_right &= context.node_ranks()[static_cast<std::size_t>(*found)] == rank;
  }
  check_all(comm, all_right && context.node_rank_of(comm.rank()) == context.node_rank(),
            "there and back");
  check_all(comm, !context.node_rank_of(-1) && !context.node_rank_of(comm.size()),
            "other ranks are on no node");
  check_all(comm, context.is_single_node() == (context.node_size() == comm.size()),
            "one node or several");
}

TEST_CASE("context: rows and columns of every grid have communicators, made once") {
  test::for_each_grid(world(), [](CommunicatorView comm, GridShape shape, GridOrder order) {
    Context& context = Context::of(comm);
    const RankMap ranks(shape, order);
    const mpi::detail::GridCommunicators& grid = context.grid_communicators(ranks);
    const Coord mine = *ranks.coord_of(comm.rank());
    check_all(comm, grid.row.size() == shape.cols && grid.row.rank() == mine.col,
              "my row, counted by columns");
    check_all(comm, grid.col.size() == shape.rows && grid.col.rank() == mine.row,
              "my column, counted by rows");
    int row = mine.row, col = mine.col;
    mpi::check(MPI_Bcast(&row, 1, MPI_INT, 0, grid.row.native()), "MPI_Bcast");
    mpi::check(MPI_Bcast(&col, 1, MPI_INT, 0, grid.col.native()), "MPI_Bcast");
    check_all(comm, row == mine.row && col == mine.col, "no rank of another row or column");
    check_all(comm, &context.grid_communicators(RankMap(shape, order)) == &grid,
              "the same grid, the same answer");
  });
}

TEST_CASE(
    "context: ranks outside a grid have null communicators, and grids that are too large are "
    "refused") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const mpi::detail::GridCommunicators& grid =
      context.grid_communicators(RankMap({1, 1}, GridOrder::Row, comm.size() - 1));
  const bool is_idle = comm.rank() != comm.size() - 1;
  check_all(comm, grid.row.is_null() == is_idle && grid.col.is_null() == is_idle,
            "null where idle");
  CHECK_THROWS_AS(context.grid_communicators(RankMap({1, comm.size() + 1})), ArgumentError);
}

TEST_CASE(
    "context: slots are made once, keep their type and die backwards before the communicators") {
  std::vector<std::string> deaths;
  auto comm = Communicator::duplicate(world());
  {
    Context& context = Context::of(comm);
    for (const char* key : {"first", "second", "third"})
      for (int again = 0; again < 2; ++again) {
        const auto& witness =
            context.slot<Witness>(key, [&] { return Witness(key, context.comm(), deaths); });
        CHECK(witness.name() == key);
      }
    CHECK_THROWS_AS(context.slot<int>("first", [] { return 3; }), ArgumentError);
    CHECK(deaths.empty());
  }
  comm.free();
  CHECK(deaths == std::vector<std::string>{"third", "second", "first"});
}

TEST_CASE("context: a slot that cannot be made leaves nothing") {
  const auto comm = Communicator::duplicate(world());
  Context& context = Context::of(comm);
  const auto fail = []() -> int { throw ArgumentError("no"); };
  CHECK_THROWS_AS(context.slot<int>("it", fail), ArgumentError);
  CHECK(context.slot<int>("it", [] { return 4; }) == 4);
}

// Open MPI has some 16,000 to 65,000 communicators; ASHLAR_TEST_CYCLES=20000 takes minutes.
TEST_CASE(
    "context: communicators come and go with contexts and grids and storage and memory stays "
    "flat") {
  const char* const wanted = std::getenv("ASHLAR_TEST_CYCLES");
  const int cycles = wanted != nullptr ? std::atoi(wanted) : world().size() <= 2 ? 300 : 60;
  const auto cycle = [&] {
    auto comm = Communicator::duplicate(world());
    Context& context = Context::of(comm);
    context.grid_communicators(RankMap({1, comm.size()}));
    if (context.allocate(100).is_null()) return false;
    comm.free();
    return true;
  };
  bool all_made = true;
  for (int k = 0; k < 60; ++k) all_made &= cycle();
  const Index before = private_kib();
  for (int k = 0; k < cycles; ++k) all_made &= cycle();
  const Index growth = private_kib() - before;
  check_all(world(), all_made, "every cycle got its storage");
  check_all(world(), growth < 1024,
            concat("memory grew by ", growth, " KiB in ", cycles, " cycles"));
}

namespace {

/// Checks at the end of the process, after MPI_Finalize, that the last witness was destroyed there.
struct LastWord {
  std::vector<std::string> deaths;
  ~LastWord() {
    if (deaths == std::vector<std::string>{"last"}) return;
    std::fputs("MPI_Finalize did not release the context of a communicator that was not freed\n",
               stderr);
    std::_Exit(4);
  }
};

}  // namespace

// A crash or a hang in MPI_Finalize also fails the test.
TEST_CASE("context: communicators that are not freed are left to MPI_Finalize") {
  static LastWord last_word;
  MPI_Comm forgotten = Communicator::duplicate(world()).release();
  Context& context = Context::of(forgotten);
  context.slot<Witness>("last", [&] { return Witness("last", context.comm(), last_word.deaths); });
  context.grid_communicators(RankMap({1, context.size()}));
  CHECK(last_word.deaths.empty());
}

TEST_CASE("context: the tuning of rank 0 is in force on all ranks") {
  using ashlar::detail::set_tuning, ashlar::detail::tuning;
  const ashlar::detail::Tuning before = tuning();
  ashlar::detail::Tuning mine = before;
  mine.one_rank_lu_below = 1000 + world().rank();
  mine.faster_way = 0.5 + 0.01 * world().rank();
  set_tuning(mine);
  const Communicator comm = Communicator::duplicate(world());
  (void)Context::of(comm);
  check_all(world(), tuning().one_rank_lu_below == 1000 && tuning().faster_way == 0.5, "tuning");
  set_tuning(before);
}
