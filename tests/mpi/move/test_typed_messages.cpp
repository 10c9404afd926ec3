// SPDX-License-Identifier: BSD-3-Clause
// Messages that ranks with shared processors leave to MPI's datatypes to gather and scatter.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <ashlar/move/copy.hpp>
#include <ashlar/mpi/context.hpp>

#include "distributed_matrices.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// A communicator of all ranks with a simulated number of processors. @collective
mpi::Communicator with_processors(int count) {
  mpi::Communicator comm = mpi::Communicator::duplicate(world());
  setenv("ASHLAR_PROCESSORS_PER_NODE", std::to_string(count).c_str(), 1);
  mpi::Context::of(comm);
  unsetenv("ASHLAR_PROCESSORS_PER_NODE");
  return comm;
}

constexpr Index n = 400;

Layout in_rows(int ranks, Index block) {
  return Layout({.shape = {n, n}, .block = {block, block}, .grid = {ranks, 1}});
}

/// True if each element of a target that was filled with -1 is twice or once the source's, or still
/// -1.
template <class T>
bool is_right(const DistMatrix<T>& b, Uplo uplo, T factor) {
  return holds(b, [&](Index i, Index j) {
    return detail::Triangle{uplo, 0}.contains(i, j) ? factor * small_face<T>(i, j) : T(-1);
  });
}

}  // namespace

TEST_CASE_TEMPLATE("messages: ranks that share processors leave long runs to MPI", T, float, double,
                   c64, c128) {
  for (const int processors : {1, 64}) {
    const mpi::Communicator comm = with_processors(processors);
    const int ranks = comm.size();
    CHECK(mpi::Context::of(comm).is_oversubscribed() == (processors < ranks));
    const Layout from = in_rows(ranks, 32);
    const DistMatrix<T> a = filled<T>(comm, from, small_face<T>);
    for (const Uplo uplo : {Uplo::General, Uplo::Lower}) {
      const Layout to = in_rows(ranks, 128);
      const Transfers what(from, to, {.uplo = uplo});
      Index partners = 0;
      const detail::Share sends = what.sent_by(comm.rank());
      for (int rank : sends.ranks()) partners += rank != comm.rank() ? 1 : 0;
      Plan<T> plan(comm, what, {.transport = Transport::Messages});
      for (int round = 0; round < 2; ++round) {
        DistMatrix<T> b(comm, to);
        b.fill(T(-1));
        plan.run(a, b);
        check_all(comm, is_right<T>(b, uplo, T(1)), "every element");
      }
      // Two ranks exchange enough elements for several pieces.
      const Index messages = plan.statistics().messages_sent;
      if (processors < ranks && uplo == Uplo::General) CHECK(messages == 2 * partners);
      if (processors > ranks && uplo == Uplo::General && ranks == 2 && sizeof(T) >= 8)
        CHECK(messages > 2 * partners);
    }
  }
}

TEST_CASE(
    "messages: typed ones where a side is stored by rows, computes, converts or has another "
    "leading dimension") {
  const mpi::Communicator comm = with_processors(1);
  const int ranks = comm.size();
  const Layout from = in_rows(ranks, 32), to = in_rows(ranks, 128);
  const auto face = small_face<double>;
  const DistMatrix<double> a = filled<double>(comm, from, face);
  const CopyOptions options{.transport = Transport::Messages};

  std::vector<double> memory(static_cast<std::size_t>((n + 7) * n), -1.0);
  auto by_rows = DistMatrix<double>::wrap(comm, to, {memory.data(), n, StorageOrder::C});
  copy_into(a, by_rows, options);
  check_all(comm, is_right<double>(by_rows, Uplo::General, 1), "into rows");
  DistMatrix<double> back(comm, from);
  back.fill(-1);
  copy_into(by_rows, back, options);
  check_all(comm, is_right<double>(back, Uplo::General, 1), "out of rows");

  DistMatrix<double> b(comm, to);
  b.fill(-1);
  copy_into(a, b, options, {.alpha = 2, .beta = 0});
  check_all(comm, is_right<double>(b, Uplo::General, 2), "twice");

  DistMatrix<float> narrow(comm, to);
  narrow.fill(-1);
  copy_into(a, narrow, options);
  check_all(comm, is_right<float>(narrow, Uplo::General, 1), "converted");

  for (const Index lld : {n, n + 7, n + 1}) {
    memory.assign(memory.size(), -1.0);
    auto wrapped = DistMatrix<double>::wrap(comm, to, {memory.data(), lld});
    copy_into(a, wrapped, options);
    check_all(comm, is_right<double>(wrapped, Uplo::General, 1), "wrapped");
    // Some values of small_face are -1, but no other element may be written.
    const auto local = wrapped.local();
    for (Index k = 0; k < std::ssize(memory); ++k)
      if (k % lld >= local.rows || k / lld >= local.cols)
        REQUIRE(memory[static_cast<std::size_t>(k)] == -1);
  }
}
