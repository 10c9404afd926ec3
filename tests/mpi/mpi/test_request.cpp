// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/request.hpp>

#include <type_traits>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Request;
using test::check_all;
using test::world;

static_assert(!std::is_copy_constructible_v<Request> && std::is_nothrow_move_assignable_v<Request>);

namespace {

/// A ring on a separate communicator: every rank sends to the next one and receives from the
/// previous one.
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

TEST_CASE("request: a failing operation throws its own error, and the next one completes") {
  const Ring ring;
  const int sent[4] = {1, 2, 3, 4};
  int got = 0, good = -1;
  MPI_Request native = MPI_REQUEST_NULL;
  ring.receive(got, &native, 0);  // too small for the message
  auto truncated = Request::adopt(native);
  ring.receive(good, &native, 1);
  auto receiving = Request::adopt(native);
  mpi::check(MPI_Isend(sent, 4, MPI_INT, ring.next, 0, ring.comm.native(), &native), "MPI_Isend");
  const auto first = Request::adopt(native);
  ring.send(sent[0], &native, 1);
  const auto second = Request::adopt(native);
  int error_class = MPI_SUCCESS;
  try {
    truncated.wait();
  } catch (const MpiError& error) {
    error_class = error.error_class();
    CHECK(error.call() == "MPI_Wait");
  }
  // Open MPI overlooks it in a message from a rank to itself.
  check_all(world(), error_class == MPI_ERR_TRUNCATE || world().size() == 1,
            "the truncated message is an error");
  receiving.wait();
  check_all(world(), good == 1, "the operation after the failed one completes");
  ring.comm.barrier();
}
