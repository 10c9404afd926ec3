// SPDX-License-Identifier: BSD-3-Clause
// More than 2^31 bytes between two ranks, where pdgemr2d of ScaLAPACK 2.2.1 fails. Needs 10 GiB of
// memory.
#include <doctest/doctest.h>

#include <cstdint>

#include <ashlar/move/copy.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::int64_t face(Index i, Index j) { return i * 1'000'003 + j; }

Index count_wrong(const DistMatrix<std::int64_t>& a, bool transposed) {
  const auto local = a.local();
  Index wrong = 0;
  for (Index jl = 0; jl < local.cols; ++jl) {
    const Index j = a.global_col(jl);
    for (Index il = 0; il < local.rows; ++il) {
      const Index i = a.global_row(il);
      wrong += local(il, jl) != (transposed ? face(j, i) : face(i, j));
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("large moves: 2.3 GB from one rank to another, by every transport, there and turned") {
  const auto comm = world();
  constexpr Index n = 17'000;
  const Layout first({.shape = {n, n}, .block = {n, n}, .grid = {1, 1}});
  const Layout second({.shape = {n, n}, .block = {64, 64}, .ranks = {comm.size() - 1}});
  DistMatrix<std::int64_t> a(comm, first, {.init = Init::Uninitialized});
  a.fill_with(face);
  DistMatrix<std::int64_t> b(comm, second);
  for (Transport transport : {Transport::Automatic, Transport::Messages, Transport::Datatypes}) {
    copy_into(a, b, {.transport = transport});
    check_all(comm, count_wrong(b, false) == 0, "moved");
    b.fill(-1);
    if (transport == Transport::Datatypes) continue;  // a datatype of single elements takes hours
    copy_into(a, b, {.op = Op::Trans, .transport = transport});
    check_all(comm, count_wrong(b, true) == 0, "turned");
    b.fill(-1);
  }
}
