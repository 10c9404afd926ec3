// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>

using namespace ashlar;

namespace {

template <class F>
detail::ErrorRecord record_of(F&& f) {
  try {
    f();
  } catch (...) {
    return detail::current_error_record();
  }
  FAIL("nothing was thrown");
  return {};
}

// Throws `error`, transmits its record, and returns true if the result has the same type and
// record.
template <class E>
bool comes_back(const E& error) {
  const detail::ErrorRecord record = record_of([&] { throw error; });
  try {
    detail::throw_error(record);
  } catch (const E& again) {
    return again.record() == error.record() && std::string(again.what()) == error.what();
  } catch (...) {
    return false;
  }
}

}  // namespace

TEST_CASE("error record: each of our errors comes back with its type, text and details") {
  CHECK(comes_back(ArgumentError("solve: A is 2x3, but must be square")));
  CHECK(comes_back(OverflowError("M is 3000000000")));
  CHECK(comes_back(OutOfMemory("no room for 8 bytes", 8)));
  CHECK(comes_back(MpiError("MPI_Send: MPI_ERR_RANK", "MPI_Send", 6, 6)));
  CHECK(comes_back(FileError("a.npy", "is truncated")));
  CHECK(comes_back(FileError("", "has no name")));
  CHECK(comes_back(FileError("odd: name", "odd: name: is odd")));
  CHECK(comes_back(SingularMatrix("pivot 3 is zero", 3)));
  CHECK(comes_back(NotPositiveDefinite("minor 4", 4)));
  CHECK(comes_back(NotConverged("gave up after 30 sweeps")));
  CHECK(comes_back(TimeoutError("rank 3 did not come")));
  CHECK(comes_back(ForeignError("somebody else's words")));
}

TEST_CASE("error record: accessors return the details") {
  const MpiError mpi("text", "MPI_Send", 17, 6);
  CHECK(mpi.call() == "MPI_Send");
  CHECK(mpi.code() == 17);
  CHECK(mpi.error_class() == 6);
  CHECK(FileError("a.npy", "is truncated").path() == "a.npy");
  CHECK(std::string(FileError("a.npy", "is truncated").what()) == "a.npy: is truncated");
  CHECK(SingularMatrix("", Index{1} << 40).pivot() == Index{1} << 40);
  CHECK(OutOfMemory("", Index{1} << 50).wanted_bytes() == Index{1} << 50);
}

TEST_CASE("error record: errors of others keep their text") {
  CHECK(record_of([] { throw std::bad_alloc(); }).kind == ErrorKind::OutOfMemory);
  const detail::ErrorRecord foreign = record_of([] { throw std::runtime_error("disk on fire"); });
  CHECK(foreign.kind == ErrorKind::Other);
  CHECK(foreign.message == "disk on fire");
  CHECK(record_of([] { throw 42; }).kind == ErrorKind::Other);
}

TEST_CASE("expect: throws the parts as one sentence, and only when the condition fails") {
  CHECK_NOTHROW(expect(true, "never seen"));
  const detail::ErrorRecord record =
      record_of([] { expect(false, "grid: ", 2, "x", 3, " is not ", 7); });
  CHECK(record.kind == ErrorKind::Argument);
  CHECK(record.message == "grid: 2x3 is not 7");
}
