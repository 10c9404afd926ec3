// SPDX-License-Identifier: BSD-3-Clause
// Ranks with different arguments, under ASHLAR_CHECK. MPI compares the error texts of the ranks.
#include "mpi/collective_call.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/base/scalar.hpp>
#include <support/checked_communicator.hpp>
#include <support/mpi_test.hpp>

using namespace ashlar;
using mpi::CollectiveCall;
using mpi::Communicator;
using mpi::same;
using test::check_all;
using test::communicator_with;
using test::world;

namespace {

template <class F>
std::string mismatch_of(F&& f) {
  try {
    f();
  } catch (const MismatchError& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "nothing was thrown";
}

/// True if all ranks have the text of rank 0.
bool is_same_on_all(const std::string& text) {
  std::vector<char> first(4096, '\0');
  text.copy(first.data(), first.size() - 1);
  MPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text == first.data();
}

/// Checks that a different argument `value` on the last rank is detected and reported on all ranks.
template <class T>
void check_found(mpi::CommunicatorView comm, const T& value, const T& other,
                 const std::string& part) {
  const int last = comm.size() - 1;
  const T& mine = comm.rank() == last ? other : value;
  const std::string message =
      mismatch_of([&] { const CollectiveCall call(comm, "copy", same("the option", mine)); });
  const std::string rank = "on rank " + std::to_string(last);
  const bool is_right = message.find("copy: ranks disagree on the option: ") == 0 &&
                        message.find(part) != std::string::npos &&
                        message.find(rank) != std::string::npos;
  check_all(comm, is_right, message);
  check_all(comm, is_same_on_all(message), "the ranks have different texts");
}

}  // namespace

TEST_CASE("collective call: the same calls pass, with any arguments") {
  const Communicator comm = communicator_with(world(), true);
  for (int round = 0; round < 100; ++round) {
    const CollectiveCall call(comm, "copy", same("round", round),
                              same("name", std::string("a.npy")), same("alpha", c128(1, -round)),
                              same("shape", Shape{round, 2}));
  }
  check_all(comm, mpi::detail::current_call == nullptr, "a call is still open");
}

TEST_CASE("collective call: an argument that differs is reported with both values, on all ranks") {
  if (world().size() == 1) return;
  const Communicator comm = communicator_with(world(), true);
  check_found<int>(comm, 3, -4, "-4 on");
  check_found<bool>(comm, true, false, "no on");
  check_found<Op>(comm, Op::None, Op::Trans, "transpose");
  check_found<double>(comm, 0.1, std::nextafter(0.1, 1), "0.10000000000000002 on");
  check_found<c128>(comm, {1, 2}, {1, -2}, "(1, -2) on");
  check_found<std::string>(comm, "a.npy", "b.npy", "'b.npy' on");
  check_found<Shape>(comm, {3, 4}, {4, 3}, "4x3 on");
  check_found<Section>(comm, {{0, 3}, {1, 4}}, {{0, 3}, {1, 5}}, "columns [1, 5)");
  const Layout a({.shape = {9, 9}, .block = {2, 2}, .grid = {1, 2}});
  check_found(comm, a, a.with_block({2, 3}), "in 2x3 blocks");
  check_found(comm, a.ranks(), a.transposed().ranks(), "2x1 grid");
}

TEST_CASE("collective call: an error names different calls of the ranks, and later calls pass") {
  if (world().size() < 3) return;
  const Communicator comm = communicator_with(world(), true);
  const int rank = comm.rank();
  for (int round = 0; round < 3; ++round) {
    const std::string message =
        mismatch_of([&] { const CollectiveCall call(comm, rank == 1 ? "save" : "load"); });
    const bool is_right =
        message.find("ranks make different collective calls: load on ranks 0") == 0 &&
        message.find("save on rank 1") != std::string::npos;
    check_all(comm, is_right, message);
    check_all(comm, mpi::detail::current_call == nullptr, "a call is still open");
  }
}

TEST_CASE("collective call: calls within a call are those of the library") {
  const Communicator comm = communicator_with(world(), true);
  const int rank = comm.rank();
  const CollectiveCall outer(comm, "solve");
  const CollectiveCall inner(comm, "copy", same("the rank", rank));
  CHECK(std::string(mpi::detail::current_call) == "solve");
  if (comm.size() == 1) return;
  const std::string message =
      mismatch_of([&] { mpi::check_same(comm, "solve", {same("the layout's rank", rank)}); });
  check_all(comm, message.find("solve: ranks disagree on the layout's rank: 0 on rank 0") == 0,
            message);
}

TEST_CASE("collective call: without ASHLAR_CHECK nothing is compared") {
  const Communicator comm = communicator_with(world(), false);
  const int rank = comm.rank();
  CHECK_NOTHROW(CollectiveCall(comm, "copy", same("the rank", rank)));
}

TEST_CASE("collective call: many ranks are reported as ranges, many values are cut short") {
  if (world().size() < 5) return;
  const Communicator comm = communicator_with(world(), true);
  const int third = comm.rank() / 3;
  const std::string message =
      mismatch_of([&] { const CollectiveCall call(comm, "copy", same("the third", third)); });
  check_all(comm, message.find("0 on ranks 0-2, 1 on ranks 3, 4") != std::string::npos, message);
  const int rank = comm.rank();
  const std::string many =
      mismatch_of([&] { const CollectiveCall call(comm, "copy", same("the rank", rank)); });
  check_all(comm, many.find("3 on rank 3, and others") != std::string::npos, many);
}

TEST_CASE("collective call: a second thread on a communicator is refused, the first goes on") {
  const Communicator comm = communicator_with(world(), false);
  const Communicator other = communicator_with(world(), false);
  std::string refused, alone;
  {
    const CollectiveCall call(comm, "norm");
    std::thread([&] {
      try {
        const CollectiveCall second(comm, "copy_into");
      } catch (const ArgumentError& error) {
        refused = error.what();
      }
      try {
        const CollectiveCall second(other, "copy_into");
      } catch (const std::exception& error) {
        alone = error.what();
      }
    }).join();
    const CollectiveCall nested(comm, "copy_into");  // in the same thread
  }
  check_all(comm,
            refused.find("copy_into: another thread of this process is in norm") == 0 &&
                refused.find("mpi::Communicator::duplicate") != std::string::npos,
            refused);
  check_all(comm, alone.empty(), alone);
  std::string after;
  std::thread([&] {
    try {
      const CollectiveCall call(comm, "copy_into");
    } catch (const std::exception& error) {
      after = error.what();
    }
  }).join();
  check_all(comm, after.empty(), after);
}
