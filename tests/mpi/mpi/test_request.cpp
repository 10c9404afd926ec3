// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/request.hpp>

#include <type_traits>
#include <utility>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Request;
using mpi::RequestSet;
using test::check_all;
using test::world;

static_assert(!std::is_copy_constructible_v<Request> && std::is_nothrow_move_assignable_v<Request>);
static_assert(!std::is_copy_constructible_v<RequestSet> &&
              std::is_nothrow_move_assignable_v<RequestSet>);

namespace {

/// A ring on a communicator of its own: every rank sends to the next one and receives from the one
/// before.
struct Ring {
  mpi::Communicator comm = mpi::Communicator::duplicate(world());
  int next = (comm.rank() + 1) % comm.size();
  int before = (comm.rank() + comm.size() - 1) % comm.size();

  void send(const int& value, MPI_Request* request, int tag = 0) const {
    mpi::check(MPI_Isend(&value, 1, MPI_INT, next, tag, comm.native(), request), "MPI_Isend");
  }
  void receive(int& value, MPI_Request* request, int tag = 0) const {
    mpi::check(MPI_Irecv(&value, 1, MPI_INT, before, tag, comm.native(), request), "MPI_Irecv");
  }
};

}  // namespace

TEST_CASE("request: wait, test, and nothing under way") {
  Request nothing;
  CHECK(nothing.is_done());
  CHECK(nothing.test());
  nothing.wait();

  const Ring ring;
  const int mine = ring.comm.rank();
  int got = -1;
  MPI_Request native = MPI_REQUEST_NULL;
  ring.receive(got, &native);
  auto receiving = Request::adopt(native);
  ring.comm.barrier();
  CHECK(!receiving.test());
  CHECK(!receiving.is_done());
  ring.comm.barrier();
  ring.send(mine, &native);
  auto sending = Request::adopt(native);
  while (!receiving.test()) {
  }
  sending.wait();
  CHECK(receiving.is_done());
  check_all(world(), got == ring.before, "the value of the rank before arrived");
}

TEST_CASE("request: destroying and assigning wait for the end") {
  const Ring ring;
  const int mine = ring.comm.rank();
  int got[2] = {-1, -1};
  {
    MPI_Request native = MPI_REQUEST_NULL;
    ring.receive(got[0], &native, 0);
    auto receiving = Request::adopt(native);
    ring.send(mine, &native, 0);
    const auto first = Request::adopt(native);
    ring.send(mine, &native, 1);
    const auto second = Request::adopt(native);
    ring.receive(got[1], &native, 1);
    receiving = Request::adopt(native);
    check_all(world(), got[0] == ring.before, "assignment waited for the first value");
  }
  check_all(world(), got[1] == ring.before, "destruction waited for the second value");
}

TEST_CASE("request set: all arrive, the set empties and is used again") {
  const Ring ring;
  RequestSet requests(20);
  for (int round = 0; round < 3; ++round) {
    std::vector<int> sent(10), got(10, -1);
    for (int tag = 0; tag < 10; ++tag) {
      const auto k = static_cast<std::size_t>(tag);
      sent[k] = 100 * ring.comm.rank() + 10 * round + tag;
      ring.receive(got[k], requests.slot(), tag);
    }
    for (int tag = 9; tag >= 0; --tag)
      ring.send(sent[static_cast<std::size_t>(tag)], requests.slot(), tag);
    CHECK(requests.size() == 20);
    if (round == 1)
      while (!requests.test_all()) {
      }
    else requests.wait_all();
    CHECK(requests.size() == 0);
    bool right = true;
    for (int tag = 0; tag < 10; ++tag)
      right = right && got[static_cast<std::size_t>(tag)] == 100 * ring.before + 10 * round + tag;
    check_all(world(), right, "all ten values arrived");
  }
}

TEST_CASE("request set: wait_any tells each operation once, then nothing") {
  const Ring ring;
  const int mine = ring.comm.rank();
  int got[3] = {-1, -1, -1};
  RequestSet receiving, sending;
  for (int tag = 0; tag < 3; ++tag) ring.receive(got[tag], receiving.slot(), tag);
  for (int tag = 2; tag >= 0; --tag) ring.send(mine, sending.slot(), tag);
  std::vector<int> times(3, 0);
  while (const auto place = receiving.wait_any()) ++times[*place];
  CHECK(times == std::vector<int>{1, 1, 1});
  sending.wait_all();
  RequestSet empty;
  CHECK(!empty.wait_any());
  CHECK(empty.test_all());
  empty.wait_all();
}

TEST_CASE("request set: a failing operation is thrown with its own error, and the set is empty") {
  const Ring ring;
  RequestSet requests;
  const int sent[4] = {1, 2, 3, 4};
  int got = 0, good = -1;
  ring.receive(got, requests.slot(), 0);  // too small for what comes
  ring.receive(good, requests.slot(), 1);
  mpi::check(MPI_Isend(sent, 4, MPI_INT, ring.next, 0, ring.comm.native(), requests.slot()),
             "MPI_Isend");
  mpi::check(MPI_Isend(sent, 1, MPI_INT, ring.next, 1, ring.comm.native(), requests.slot()),
             "MPI_Isend");
  int error_class = MPI_SUCCESS;
  try {
    requests.wait_all();
  } catch (const MpiError& error) {
    error_class = error.error_class();
    CHECK(error.call() == "MPI_Wait");
  }
  // Open MPI overlooks it in a message of a rank to itself.
  check_all(world(), error_class == MPI_ERR_TRUNCATE || world().size() == 1,
            "the truncated message is told");
  check_all(world(), good == 1, "the operation after the failed one was waited for");
  CHECK(requests.size() == 0);
  ring.comm.barrier();
}

TEST_CASE("request set: moving takes the operations along, destroying waits for them") {
  const Ring ring;
  const int mine = ring.comm.rank();
  int got = -1;
  {
    RequestSet first;
    ring.receive(got, first.slot());
    ring.send(mine, first.slot());
    RequestSet second(std::move(first));
    CHECK(second.size() == 2);
    RequestSet third;
    third = std::move(second);
    CHECK(third.size() == 2);
  }
  check_all(world(), got == ring.before, "destruction waited");
}
