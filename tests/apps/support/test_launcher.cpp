// SPDX-License-Identifier: BSD-3-Clause
#include "support/launcher.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "support/setting.hpp"

using namespace ashlar::apps;
using ashlar::test::Setting;

TEST_CASE("launcher: the rank is that of mpirun or of the batch system") {
  CHECK(launched_rank() == 0);
  const Setting slurm("SLURM_PROCID", "5");
  CHECK(launched_rank() == 5);
  const Setting nonsense("PMI_RANK", "two");
  CHECK(launched_rank() == 5);
  const Setting negative("PMIX_RANK", "-1");
  CHECK(launched_rank() == 5);
  const Setting open_mpi("OMPI_COMM_WORLD_RANK", "3");
  CHECK(launched_rank() == 3);
}

TEST_CASE("launcher: sets the variables that MPI leaves unset, and keeps those of the user") {
  const Setting path("PATH", "/nowhere");
  unsetenv("OMPI_MCA_plm_rsh_agent");
  prepare_mpi();
  const char* agent = std::getenv("OMPI_MCA_plm_rsh_agent");
  REQUIRE(agent != nullptr);
  CHECK(std::string(agent).empty());
  const Setting local_ranks("OMPI_COMM_WORLD_LOCAL_SIZE", "1000000");
  const Setting asked("OMPI_MCA_mpi_yield_when_idle", "0");
  prepare_mpi();
  CHECK(std::string(std::getenv("OMPI_MCA_mpi_yield_when_idle")) == "0");
  unsetenv("OMPI_MCA_mpi_yield_when_idle");
  prepare_mpi();
  CHECK(std::string(std::getenv("OMPI_MCA_mpi_yield_when_idle")) == "1");
}

TEST_CASE("launcher: ranks yield if they outnumber the processors, not if each one has its own") {
  const auto yields = [](const char* ranks, const char* processors, const char* is_bound) {
    const Setting local_ranks("OMPI_COMM_WORLD_LOCAL_SIZE", ranks);
    const Setting node("ASHLAR_PROCESSORS_PER_NODE", processors);
    const Setting bound("OMPI_MCA_orte_bound_at_launch", is_bound);
    const Setting none("OMPI_MCA_mpi_yield_when_idle", "");
    unsetenv("OMPI_MCA_mpi_yield_when_idle");
    prepare_mpi();
    return variable("OMPI_MCA_mpi_yield_when_idle") == "1";
  };
  CHECK(yields("9", "8", ""));
  CHECK(!yields("8", "8", ""));
  CHECK(!yields("2", "1", "1"));
  CHECK(yields("2", "1", "0"));
  CHECK(yields("1000000", "0", ""));
  CHECK(!yields("1", "0", ""));
}

TEST_CASE("launcher: fabrics are left out where all ranks share a machine, and only there") {
  struct Case {
    const char *size, *local_size, *batch_rank;
    bool leaves_out;
  };
  for (const Case& c :
       {Case{"", "", "", true}, Case{"4", "4", "", true}, Case{"4", "2", "", false},
        Case{"4", "", "", false}, Case{"", "", "0", false}, Case{"2", "2", "1", true}}) {
    const Setting size("OMPI_COMM_WORLD_SIZE", c.size);
    const Setting local_size("OMPI_COMM_WORLD_LOCAL_SIZE", c.local_size);
    const Setting batch_rank("SLURM_PROCID", c.batch_rank);
    const Setting none("OMPI_MCA_pml", "");
    unsetenv("OMPI_MCA_pml");
    const Setting no_components("HWLOC_COMPONENTS", "");
    unsetenv("HWLOC_COMPONENTS");
    prepare_mpi();
    CAPTURE(c.size);
    CAPTURE(c.local_size);
    CHECK(variable("OMPI_MCA_pml") == (c.leaves_out ? "ob1" : ""));
    CHECK(variable("HWLOC_COMPONENTS").empty() != c.leaves_out);
  }
  const Setting asked("OMPI_MCA_pml", "cm");
  prepare_mpi();
  CHECK(variable("OMPI_MCA_pml") == "cm");
}

TEST_CASE("launcher: unread ASHLAR variables are reported, with the nearest name") {
  CHECK(unknown_among({"PATH", "ASHLAR_CHECK", "ASHLAR_NUM_THREADS"}).empty());
  const auto warnings = unknown_among({"ASHLAR_NUM_THREAD", "ASHLAR_FROBNICATE_ALL"});
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[0] ==
        "the environment has ASHLAR_NUM_THREAD, which nothing reads; did you mean "
        "ASHLAR_NUM_THREADS?");
  CHECK(warnings[1] == "the environment has ASHLAR_FROBNICATE_ALL, which nothing reads");
}
