// SPDX-License-Identifier: BSD-3-Clause
// A program that fails in a requested way, as a test of run_app.
#include <string>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "support/run_app.hpp"

int main(int argc, char** argv) {
  using namespace ashlar;
  CLI::App app("Fails as requested");
  int lowest = 0, highest = -1;
  bool wait_for_others = false;
  app.add_option("--lowest", lowest, "lowest failing rank");
  app.add_option("--highest", highest, "highest failing rank");
  app.add_flag("--wait", wait_for_others,
               "ranks that do not fail wait for the others in a barrier");
  return apps::run_app(app, argc, argv, [&](mpi::CommunicatorView world) {
    const int rank = world.rank();
    if (rank >= lowest && rank <= highest)
      throw FileError("some\nfile", concat("rank ", rank, " found no stone"));
    if (wait_for_others) world.barrier();
  });
}
