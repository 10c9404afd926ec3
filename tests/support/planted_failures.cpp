// SPDX-License-Identifier: BSD-3-Clause
// Fails on purpose on one rank: the main of the MPI tests must fail the job and name the rank.
#include <stdexcept>

#include "support/mpi_test.hpp"

using namespace ashlar::test;

TEST_CASE("planted: one rank asserts something false") {
  check_all(world(), world().rank() != 1, "the planted failure");
}

TEST_CASE("planted: one rank leaves while the others wait") {
  if (world().rank() == 1) throw std::runtime_error("the planted exception");
  world().barrier();
  world().barrier();
}
