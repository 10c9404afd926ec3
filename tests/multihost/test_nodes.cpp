// SPDX-License-Identifier: BSD-3-Clause
// A host is a node: only its ranks share memory.
#include <doctest/doctest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

std::vector<std::string> host_of_each_rank(mpi::CommunicatorView comm) {
  constexpr std::size_t room = MPI_MAX_PROCESSOR_NAME;
  std::string mine(room, '\0'), all(room * static_cast<std::size_t>(comm.size()), '\0');
  int length = 0;
  mpi::check(MPI_Get_processor_name(mine.data(), &length), "MPI_Get_processor_name");
  mpi::check(MPI_Allgather(mine.data(), room, MPI_CHAR, all.data(), room, MPI_CHAR, comm.native()),
             "MPI_Allgather");
  std::vector<std::string> hosts;
  for (std::size_t at = 0; at < all.size(); at += room) hosts.emplace_back(all.c_str() + at);
  return hosts;
}

}  // namespace

TEST_CASE("hosts: their number is ASHLAR_TEST_HOSTS") {
  const std::vector<std::string> hosts = host_of_each_rank(world());
  const char* wanted = std::getenv("ASHLAR_TEST_HOSTS");
  REQUIRE(wanted != nullptr);
  CHECK(std::set(hosts.begin(), hosts.end()).size() == std::stoul(wanted));
}

TEST_CASE("hosts: a node is the ranks of one host") {
  const std::vector<std::string> hosts = host_of_each_rank(world());
  mpi::Context& context = mpi::Context::of(world());
  std::vector<int> same_host;
  for (int rank = 0; rank < context.size(); ++rank)
    if (hosts[static_cast<std::size_t>(rank)] == hosts[static_cast<std::size_t>(context.rank())])
      same_host.push_back(rank);
  check_all(world(), context.node_ranks() == same_host, "the node has the host's ranks");
  CHECK(!context.is_single_node());
}

TEST_CASE("hosts: the ranks of each host share the memory of a matrix") {
  const Layout layout({.shape = {50, 40}, .block = {3, 2}, .grid = {world().size(), 1}});
  const DistMatrix<double> a(world(), layout);
  const std::string& refusal = mpi::Context::of(world()).refusal();
  check_all(world(), a.storage().is_shared(), "sharing was refused: " + refusal);
}
