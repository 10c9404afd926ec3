// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include <ashlar/base/version.hpp>

#include "commands.hpp"

int main(int argc, char** argv) {
  using namespace ashlar::apps;
  CLI::App app(
      "Dense matrices in files and over MPI ranks: look, lay out, convert, solve, decompose.",
      "ashlar");
  app.set_version_flag("--version", std::string("ashlar ") + std::string(ashlar::version()));
  app.require_subcommand(1);
  app.footer(
      "ashlar COMMAND --help explains a command and shows an example. Alone it runs on one rank, "
      "under\n"
      "\"mpirun -n P ashlar ...\" on P. Status: 0 done, 1 failed, 2 not understood.");
  const std::array commands = {info_command(app),    layout_command(app), plan_command(app),
                               convert_command(app), solve_command(app),  lstsq_command(app),
                               eig_command(app),     svd_command(app),    norm_command(app),
                               cond_command(app),    inv_command(app),    gemm_command(app)};
  return run_app(app, argc, argv, [&](ashlar::mpi::CommunicatorView world) {
    for (const Command& command : commands)
      if (command.app->parsed()) command.run(world);
  });
}
