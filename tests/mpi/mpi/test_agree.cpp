// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/agree.hpp>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include <ashlar/base/error.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using test::check_all;
using test::world;

namespace {

/// The record of the error that `f` throws through together, on this rank.
template <class F>
detail::ErrorRecord record_of(F&& f) {
  try {
    mpi::together(world(), f);
  } catch (const Error& error) {
    return error.record();
  }
  return {ErrorKind::Other, "nothing was thrown", {}};
}

/// Throws `record` through together on `failing` alone; checks that all ranks receive the same
/// record and type.
template <class E>
void check_travels(const E& error, int failing) {
  bool same_type = false;
  detail::ErrorRecord met;
  try {
    mpi::together(world(), [&] {
      if (world().rank() == failing) throw error;
    });
  } catch (const E& caught) {
    same_type = true;
    met = caught.record();
  }
  check_all(world(), same_type, "the error has the same type on every rank");
  check_all(world(), met == error.record(), "the error is the same on every rank: " + met.message);
}

}  // namespace

TEST_CASE("together: returns each rank's own value when all is well") {
  const int rank = world().rank();
  const auto value = mpi::together(world(), [&] { return std::to_string(rank); });
  check_all(world(), value == std::to_string(rank), "the value of this rank comes back");
  const auto pointer = mpi::together(world(), [&] { return std::make_unique<int>(rank); });
  check_all(world(), *pointer == rank, "a move-only value comes back");
  bool ran = false;
  mpi::together(world(), [&] { ran = true; });
  check_all(world(), ran, "f without a value runs");
}

TEST_CASE("together: every kind of error of one rank arrives on all, from whichever rank") {
  for (int failing = 0; failing < world().size(); ++failing) {
    check_travels(ArgumentError("argument"), failing);
    check_travels(OverflowError("overflow"), failing);
    check_travels(OutOfMemory("memory", Index{1} << 40), failing);
    check_travels(MpiError("call failed", "MPI_Send", 17, 3), failing);
    check_travels(FileError("some/path.npy", "no such file"), failing);
    check_travels(SingularMatrix("singular", Index{3} << 33), failing);
    check_travels(NotPositiveDefinite("not positive", 5), failing);
    check_travels(NotConverged("gave up"), failing);
    check_travels(TimeoutError("rank 3 did not come"), failing);
    check_travels(ForeignError("of others"), failing);
  }
}

TEST_CASE("together: exceptions of others keep their text, bad_alloc becomes OutOfMemory") {
  const int last = world().size() - 1;
  const auto foreign = record_of([&] {
    if (world().rank() == last) throw std::logic_error("a library's own text");
  });
  check_all(world(), foreign.kind == ErrorKind::Other && foreign.message == "a library's own text",
            "foreign text");
  const auto memory = record_of([&] {
    if (world().rank() == last) throw std::bad_alloc();
  });
  check_all(world(), memory.kind == ErrorKind::OutOfMemory, "bad_alloc arrives as OutOfMemory");
  const auto unknown = record_of([&] {
    if (world().rank() == last) throw 42;
  });
  check_all(world(), unknown.kind == ErrorKind::Other, "a thrown int arrives as Other");
}

TEST_CASE("together: the error is that of the lowest failing rank") {
  const int size = world().size();
  for (int lowest = 0; lowest < size; ++lowest) {
    const auto record = record_of([&] {
      if (world().rank() >= lowest) throw ArgumentError("rank " + std::to_string(world().rank()));
    });
    check_all(world(), record.message == "rank " + std::to_string(lowest),
              "the error is: " + record.message);
  }
}

TEST_CASE("together: f may communicate when it throws on all ranks or none, and may be nested") {
  const auto record = record_of([&] {
    const int sum = mpi::together(world(), [&] { return world().size(); });
    world().barrier();
    mpi::together(world(), [&] {
      if (world().rank() == 0) throw ArgumentError("inner " + std::to_string(sum));
    });
  });
  check_all(world(), record.message == "inner " + std::to_string(world().size()),
            "inner error: " + record.message);
}

TEST_CASE("together: an endless message is cut, not lost") {
  const auto record = record_of([&] {
    if (world().rank() == 0) throw FileError(std::string(10'000, 'p'), std::string(10'000, 'm'));
  });
  check_all(world(), record.kind == ErrorKind::File, "the kind survives");
  check_all(world(), record.message.size() > 1000 && record.message.substr(0, 3) == "ppp",
            "the beginning survives");
}

TEST_CASE("agree: ArgumentError on all ranks unless the condition holds on all") {
  CHECK_NOTHROW(mpi::agree(world(), true, "never thrown"));
  for (int failing = 0; failing < world().size(); ++failing) {
    std::string message;
    try {
      mpi::agree(world(), world().rank() != failing,
                 "rank " + std::to_string(world().rank()) + " refuses");
    } catch (const ArgumentError& error) {
      message = error.what();
    }
    check_all(world(), message == "rank " + std::to_string(failing) + " refuses",
              "message: " + message);
  }
}
