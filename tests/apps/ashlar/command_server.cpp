// SPDX-License-Identifier: BSD-3-Clause
// Runs many command lines of `ashlar` in one start of MPI:  command_server FOLDER
//
// Each rank reads requests from the FIFO FOLDER/RANK, one JSON object a line, the same on all
// ranks: "words" (the arguments, the program first), "cwd", "output" and "errors" (the files that
// receive both streams of all ranks). Rank 0 answers each with a line on its standard output: the
// exit status. A FIFO, unlike a broadcast, lets idle ranks sleep.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <ashlar/mpi/environment.hpp>

#include "ashlar/command.hpp"
#include "support/launcher.hpp"

namespace {

using namespace ashlar;

void flush() {
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
}

/// Sends a standard stream to the end of a file until the end of the scope.
class Redirected {
 public:
  Redirected(int stream, const std::string& file) : stream_(stream), former_(dup(stream)) {
    const int target = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (former_ < 0 || target < 0 || dup2(target, stream) < 0) {
      std::perror(file.c_str());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    close(target);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    flush();
    dup2(former_, stream_);
    close(former_);
  }

 private:
  int stream_, former_;
};

int status_of(const nlohmann::json& request) {
  auto words = request.at("words").get<std::vector<std::string>>();
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  if (chdir(request.at("cwd").get<std::string>().c_str()) != 0) {
    std::perror("chdir");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const Redirected output(STDOUT_FILENO, request.at("output"));
  const Redirected errors(STDERR_FILENO, request.at("errors"));
  return apps::run_command(static_cast<int>(words.size()), arguments.data());
}

/// The first exit status other than 0 in the order of ranks, as returned by mpirun.
int status_of_job(mpi::CommunicatorView world, int status) {
  std::vector<int> all(static_cast<std::size_t>(world.size()));
  MPI_Allgather(&status, 1, MPI_INT, all.data(), 1, MPI_INT, world.native());
  for (const int one : all)
    if (one != 0) return one;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  apps::prepare_mpi();
  const mpi::Environment environment(argc, argv);
  const mpi::CommunicatorView world = environment.world();
  std::ifstream requests(std::string(argv[1]) + "/" + std::to_string(world.rank()));
  for (std::string line; std::getline(requests, line);) {
    const int status = status_of_job(world, status_of(nlohmann::json::parse(line)));
    if (world.rank() == 0) std::printf("%d\n", status);
    flush();
  }
  return 0;
}
