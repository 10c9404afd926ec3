// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/communicator.hpp>

#include "allocations.hpp"
#include "mpi_test.hpp"

namespace ashlar::test {

/// Name of the exception of a call on this rank; "nothing" without one.
template <class F>
std::string ending_of_call(F&& f) {
  try {
    f();
  } catch (const OutOfMemory&) {
    return "OutOfMemory";
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "nothing";
}

/// Makes the first, the second, … allocation of the last rank fail while all ranks make a call for
/// the first time: all of them throw OutOfMemory, and the next call succeeds.
/// @param make_case  () -> new operands of the call
/// @param call       (operands)
/// @param is_right   (operands) -> true if the call has done its work [local]
template <class MakeCase, class Call, class IsRight>
void fail_each_allocation(const std::string& what, MakeCase&& make_case, Call&& call,
                          IsRight&& is_right) {
  const mpi::CommunicatorView comm = world();
  const int last = comm.size() - 1;
  for (std::size_t count = 1;; ++count) {
    auto given = make_case();
    MPI_Barrier(comm.native());
    if (comm.rank() == last) fail_allocation(count);
    const std::string ending = ending_of_call([&] { call(given); });
    fail_allocation(0);
    int has_failed = comm.rank() == last && has_failed_allocation() ? 1 : 0;
    MPI_Bcast(&has_failed, 1, MPI_INT, last, comm.native());
    const std::string where = concat(what, ", allocation ", count, ": ", ending);
    check_all(comm, ending == (has_failed != 0 ? "OutOfMemory" : "nothing"), where);
    if (has_failed == 0) {
      check_all(comm, is_right(given), where);
      return;
    }
    const std::string next = ending_of_call([&] { call(given); });
    check_all(comm, next == "nothing" && is_right(given), concat(where, ", then ", next));
  }
}

}  // namespace ashlar::test
