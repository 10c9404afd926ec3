// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/communicator.hpp>

#include <type_traits>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/environment.hpp>
#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Communicator;
using mpi::CommunicatorView;
using test::check_all;
using test::world;

static_assert(!std::is_copy_constructible_v<Communicator> &&
              !std::is_copy_assignable_v<Communicator>);
static_assert(std::is_nothrow_move_constructible_v<Communicator> &&
              std::is_nothrow_move_assignable_v<Communicator>);
static_assert(!std::is_copy_constructible_v<mpi::Environment>);

namespace {

/// Number of deletions of the attribute that watch() attaches to a communicator: one when it is
/// freed.
int deletions = 0;

int count_deletion(MPI_Comm, int, void*, void*) {
  ++deletions;
  return MPI_SUCCESS;
}

int watch_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    mpi::check(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, count_deletion, &made, nullptr),
               "MPI_Comm_create_keyval");
    return made;
  }();
  return key;
}

Communicator watched_duplicate() {
  auto comm = Communicator::duplicate(world());
  mpi::check(MPI_Comm_set_attr(comm.native(), watch_key(), nullptr), "MPI_Comm_set_attr");
  return comm;
}

}  // namespace

TEST_CASE("communicator: a view gives rank and size and compares by handle") {
  int rank = -1, size = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const CommunicatorView view = MPI_COMM_WORLD;
  CHECK(view.rank() == rank);
  CHECK(view.size() == size);
  CHECK(view == CommunicatorView::world());
  CHECK(CommunicatorView::self().size() == 1);
  CHECK(CommunicatorView::self() != view);
  view.barrier();
}

TEST_CASE("communicator: the null communicator has no ranks, and calls on it are refused") {
  CHECK(CommunicatorView().is_null());
  CHECK(Communicator().is_null());
  CHECK_THROWS_AS((void)CommunicatorView().rank(), ArgumentError);
  CHECK_THROWS_AS((void)CommunicatorView().size(), ArgumentError);
  CHECK_THROWS_AS((void)Communicator::duplicate({}), ArgumentError);
  CHECK_THROWS_AS((void)Communicator::split({}, 0), ArgumentError);
  CHECK_THROWS_AS((void)Communicator::split_shared({}), ArgumentError);
}

TEST_CASE("communicator: errors of our communicators are MpiError with call, code and class") {
  const auto comm = Communicator::duplicate(world());
  bool thrown = false;
  try {
    int value = 0;
    mpi::check(MPI_Send(&value, 1, MPI_INT, comm.size() + 7, 0, comm.native()), "MPI_Send");
  } catch (const MpiError& error) {
    thrown = true;
    CHECK(error.call() == "MPI_Send");
    CHECK(error.error_class() == MPI_ERR_RANK);
    CHECK(std::string(error.what()).find("MPI_Send failed: ") == 0);
    CHECK(std::string(error.what()).find("MPI_ERR_RANK") != std::string::npos);
  }
  check_all(world(), thrown, "sending to a rank that is not there throws");
}

TEST_CASE("communicator: the user's own error handler stays") {
  MPI_Errhandler before = MPI_ERRHANDLER_NULL, after = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  const auto comm = Communicator::duplicate(world());
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &after);
  CHECK(before == after);
  MPI_Errhandler_free(&before);
  MPI_Errhandler_free(&after);
}

TEST_CASE("communicator: split makes the groups of one color, in the order of the keys") {
  const int rank = world().rank(), size = world().size();
  const auto half = Communicator::split(world(), rank % 2, -rank);
  const int members = size / 2 + (rank % 2 == 0 ? size % 2 : 0);
  check_all(world(), half.size() == members, "even and odd ranks part");
  check_all(world(), half.rank() == members - 1 - rank / 2, "descending keys reverse the order");

  const auto first_only = Communicator::split(world(), rank == 0 ? 0 : MPI_UNDEFINED);
  check_all(world(), first_only.is_null() == (rank != 0), "MPI_UNDEFINED leaves a rank out");
}

TEST_CASE("communicator: split_shared keeps the order of ranks") {
  const auto node = Communicator::split_shared(world());
  CHECK(node.size() >= 1);
  CHECK(node.size() <= world().size());
  int first = -1, mine = world().rank();
  MPI_Scan(&mine, &first, 1, MPI_INT, MPI_MAX, node.native());
  check_all(world(), first == mine, "no rank before this one has a larger world rank");
}

TEST_CASE("handle: freed exactly once, by scope end, by free, and by move assignment") {
  deletions = 0;
  { const auto comm = watched_duplicate(); }
  CHECK(deletions == 1);

  auto comm = watched_duplicate();
  comm.free();
  CHECK(deletions == 2);
  CHECK(comm.is_null());
  comm.free();
  CHECK(deletions == 2);

  comm = watched_duplicate();
  CHECK(deletions == 2);
  comm = watched_duplicate();
  CHECK(deletions == 3);
  auto moved = std::move(comm);
  CHECK(deletions == 3);
  moved = Communicator();
  CHECK(deletions == 4);
}

TEST_CASE("handle: move assignment to itself keeps the object, release gives it up") {
  deletions = 0;
  auto comm = watched_duplicate();
  auto& alias = comm;
  comm = std::move(alias);
  CHECK(!comm.is_null());
  CHECK(deletions == 0);
  MPI_Comm native = comm.release();
  CHECK(comm.is_null());
  { const auto adopted = Communicator::adopt(native); }
  CHECK(deletions == 1);
}

TEST_CASE("environment: where MPI runs already it is used and not finalised") {
  int argc = 0;
  char** argv = nullptr;
  {
    const mpi::Environment env(argc, argv, mpi::ThreadLevel::Multiple);
    CHECK(!env.owns_mpi());
    CHECK(env.world() == world());
    int provided = -1;
    MPI_Query_thread(&provided);
    CHECK(static_cast<int>(env.thread_level()) == provided);
  }
  CHECK(mpi::detail::is_active());
}

TEST_CASE("communicator: three thousand made and freed leave room for the next") {
  for (int k = 0; k < 3000; ++k) {
    const auto comm = Communicator::duplicate(CommunicatorView::self());
    REQUIRE(!comm.is_null());
  }
}
