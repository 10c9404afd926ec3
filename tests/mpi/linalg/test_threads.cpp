// SPDX-License-Identifier: BSD-3-Clause
#include <cstdlib>
#include <string>

#include <linalg/local/openblas.hpp>
#include <linalg/node/room.hpp>
#include <linalg/one_rank.hpp>

#include <support/mpi_test.hpp>

using namespace ashlar;
using namespace ashlar::test;

// Run with ASHLAR_NUM_THREADS=3 as well, see CMakeLists.txt.
TEST_CASE("BLAS has the threads of ASHLAR_NUM_THREADS while a routine computes, else its own") {
  const int before = local::blas_threads();
  const char* text = std::getenv("ASHLAR_NUM_THREADS");
  const int wanted = text ? std::stoi(text) : before;
  const int alone = detail::by_rank_zero(world(), [] { return local::blas_threads(); });
  check_all(world(), alone == wanted, "other threads on one rank: " + std::to_string(alone));
  int together = 0;
  node::Room& room = node::Room::of(world());
  node::guarded(room, [&] { together = local::blas_threads(); });
  check_all(world(), together == wanted, "other threads on a node: " + std::to_string(together));
  check_all(world(), local::blas_threads() == before, "the number was not set back");
}
