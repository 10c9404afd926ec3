// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <ashlar/layout/patchwork.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/context.hpp>

#include "distributed_matrices.hpp"
#include "mpi/peer_memory.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

double face(Index i, Index j) { return static_cast<double>(5 * i + 3 * j); }
double turned_face(Index i, Index j) { return face(j, i); }

/// The transport of private memory, from the text of the plan.
std::string transport_text(const Plan<double>& plan) {
  const std::string text = plan.to_string(), before = "from private memory: ";
  const auto first = text.find(before);
  REQUIRE(first != std::string::npos);
  return text.substr(first + before.size(), text.find('\n', first) - first - before.size());
}

/// A matrix of `bytes_of_rank` bytes per rank in private memory, moved on a separate communicator.
class PrivateMove {
 public:
  PrivateMove(const mpi::Communicator& comm, Index bytes_of_rank, Index max_extra_bytes = 0,
              Op op = Op::None)
      : comm_(comm),
        op_(op),
        from_({.shape = shape(comm, bytes_of_rank), .block = {32, 4}, .grid = {comm.size(), 1}}),
        to_(wide(comm, shape(comm, bytes_of_rank))),
        plan_(comm, Transfers(from_, to_, {.op = op}), {.max_extra_bytes = max_extra_bytes}) {}

  /// True if every element arrives.
  bool run() {
    std::vector<double> source(size(from_)), target(size(to_), -1);
    auto a = wrapped(from_, source), b = wrapped(to_, target);
    a.fill_with(face);
    plan_.run(a, b);
    return holds(b, op_ == Op::None ? face : turned_face);
  }
  std::string transport() const { return transport_text(plan_); }
  PlanStatistics statistics() const { return plan_.statistics(); }

 private:
  static Shape shape(mpi::CommunicatorView comm, Index bytes_of_rank) {
    const Index elements = bytes_of_rank / 8 * comm.size();
    const auto n = static_cast<Index>(std::sqrt(static_cast<double>(elements))) + 1;
    return {n, n};
  }
  std::size_t size(const Layout& layout) const {
    const Shape mine = layout.local_shape(comm_.rank());
    return static_cast<std::size_t>(mine.rows * mine.cols);
  }
  DistMatrix<double> wrapped(const Layout& layout, std::vector<double>& memory) const {
    const Index ld = std::max<Index>(1, layout.local_shape(comm_.rank()).rows);
    return DistMatrix<double>::wrap(comm_, layout, {memory.data(), ld});
  }

  mpi::CommunicatorView comm_;
  Op op_;
  Layout from_, to_;
  Plan<double> plan_;
};

/// A communicator whose rank 0 reads `value` from the environment.
mpi::Communicator with_setting(const char* value) {
  if (world().rank() == 0) setenv("ASHLAR_PRIVATE_MEMORY", value, 1);
  auto comm = mpi::Communicator::duplicate(world());
  PrivateMove(comm, 1000).run();
  unsetenv("ASHLAR_PRIVATE_MEMORY");
  return comm;
}

constexpr Index little = 100'000, medium = 700'000, large = 13'000'000;

bool is_timed(const std::string& transport) { return transport.find(" us") != transport.npos; }

}  // namespace

TEST_CASE("private memory: it is timed at the first move that is large enough, once for all") {
  const auto comm = mpi::Communicator::duplicate(world());
  if (comm.size() == 1) return;
  PrivateMove small(comm, little), first(comm, medium), second(comm, medium + 50'000);
  check_all(comm, small.run(), "a small move");
  CHECK(small.transport() == "through a stage");
  CHECK(first.transport() == "timed at the first such move");
  check_all(comm, first.run(), "a medium move");
  check_all(comm, is_timed(first.transport()), first.transport());
  CHECK(second.transport() == first.transport());
  check_all(comm, second.run() && first.run(), "again");
  CHECK(second.transport() == first.transport());

  // All ranks have made the same choice.
  std::string of_first = first.transport();
  int length = static_cast<int>(of_first.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, comm.native());
  of_first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(of_first.data(), length, MPI_CHAR, 0, comm.native());
  check_all(comm, of_first == first.transport(), "the same text on all ranks");
}

TEST_CASE("private memory: large moves are timed for themselves") {
  if (world().size() > 3) return;
  const auto comm = mpi::Communicator::duplicate(world());
  PrivateMove move(comm, large);
  check_all(comm, move.run() && move.run(), "a large move");
  check_all(comm, comm.size() == 1 || is_timed(move.transport()), move.transport());
}

TEST_CASE("private memory: scattered moves are timed for themselves") {
  const auto comm = mpi::Communicator::duplicate(world());
  if (comm.size() == 1) return;
  PrivateMove runs(comm, medium), scattered(comm, medium, 0, Op::Trans);
  check_all(comm, runs.run(), "long runs");
  const std::string of_runs = runs.transport();
  CHECK(scattered.transport() == "timed at the first such move");
  check_all(comm, scattered.run(), "transposed");
  check_all(comm, is_timed(scattered.transport()), scattered.transport());
  CHECK(runs.transport() == of_runs);
}

TEST_CASE("private memory: a plan of bounded memory takes none for timing") {
  const auto comm = mpi::Communicator::duplicate(world());
  PrivateMove move(comm, medium, Index{1} << 20);
  check_all(comm, move.run(), "a bounded move");
  check_all(comm, !is_timed(move.transport()), move.transport());
}

TEST_CASE("private memory: tiles are read from peers if their columns are long") {
  const auto comm = mpi::Communicator::duplicate(world());
  if (comm.size() == 1) return;
  const bool reads_peers = mpi::PeerMemory::of(mpi::Context::of(comm)).is_available();
  const Shape shape{512 * comm.size(), 512};
  for (const Index rows : {32, 256}) {
    const Layout tiled({.shape = shape, .block = {rows, 32}, .grid = {comm.size(), 1}});
    // A plan of bounded memory takes no timings, and reads from peers where this is possible.
    const Plan<double> plan(comm, Patchwork(BlockMap::from_layout(tiled), wide(comm, shape)),
                            {.max_extra_bytes = Index{1} << 20});
    const char* wanted = rows == 256 && reads_peers ? "read from the peer" : "through a stage";
    check_all(comm, transport_text(plan) == wanted, transport_text(plan));
  }
}

TEST_CASE("private memory: the size of a move is that of its triangle") {
  const auto comm = mpi::Communicator::duplicate(world());
  if (comm.size() == 1) return;
  const Shape shape{1500 * comm.size(), 1500};
  const Layout tall({.shape = shape, .block = {32, 4}, .grid = {comm.size(), 1}});
  for (const Index diagonal : {0, 1400}) {  // moves 9 MB, 40 kB
    const Plan<double> plan(
        comm, Transfers(tall, wide(comm, shape), {.uplo = Uplo::Upper, .diagonal = diagonal}));
    const char* wanted = diagonal == 0 ? "timed at the first such move" : "through a stage";
    check_all(comm, transport_text(plan) == wanted, transport_text(plan));
  }
}

TEST_CASE("private memory: the environment may choose, on rank 0 for all") {
  const struct {
    const char* setting;
    const char* transport;
  } choices[] = {
      {"peers", "read from the peer"}, {"stage", "through a stage"}, {"messages", "by messages"}};
  for (const auto& [setting, transport] : choices) {
    const auto comm = with_setting(setting);
    const bool reads_peers = mpi::PeerMemory::of(mpi::Context::of(comm)).is_available();
    if (std::string(setting) == "peers" && !reads_peers) continue;
    for (const Index bytes : {little, medium}) {
      PrivateMove move(comm, bytes);
      CHECK(move.transport() == transport);
      check_all(comm, move.run(), setting);
      if (comm.size() == 1) continue;
      const PlanStatistics taken = move.statistics();
      CHECK((taken.messages_sent > 0) == (std::string(setting) == "messages"));
      CHECK((taken.pulled_bytes > 0) == (std::string(setting) != "messages"));
    }
  }
}
