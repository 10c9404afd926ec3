// SPDX-License-Identifier: BSD-3-Clause
// A program that fails in a requested way, as a test of CommandLine::run.
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "support/command_line.hpp"

int main(int argc, char** argv) {
  using namespace ashlar;
  int lowest = 0, highest = -1;
  bool wait_for_others = false;
  apps::CommandLine line("Fails as requested");
  line.add("--lowest", lowest, "lowest failing rank", {.least = 0, .most = 99});
  line.add("--highest", highest, "highest failing rank");
  line.add("--wait", wait_for_others, "ranks that do not fail wait for the others in a barrier");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) {
    const int rank = world.rank();
    if (rank >= lowest && rank <= highest)
      throw FileError("some\nfile", concat("rank ", rank, " found no stone"));
    if (wait_for_others) world.barrier();
  });
}
