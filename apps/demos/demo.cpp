// SPDX-License-Identifier: BSD-3-Clause
#include "demo.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <numeric>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>

namespace ashlar::demos {
namespace {

/// True if a program from PATH ran and succeeded. [local]
bool runs(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status = 1;
  return posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) == 0 &&
         waitpid(child, &status, 0) == child && status == 0;
}

}  // namespace

void say(mpi::CommunicatorView comm, const std::string& text) {
  if (comm.rank() == 0) fmt::print("{}\n", text);
  std::fflush(stdout);
}

void say_in_turn(mpi::CommunicatorView comm, const std::string& text) {
  const int length = checked_int(static_cast<Index>(text.size()), "length of a rank's text");
  std::vector<int> lengths(comm.size()), starts(comm.size());
  mpi::check(MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, comm.native()),
             "MPI_Gather");
  std::exclusive_scan(lengths.begin(), lengths.end(), starts.begin(), 0);
  std::string all(starts.back() + lengths.back(), ' ');
  mpi::check(MPI_Gatherv(text.data(), length, MPI_CHAR, all.data(), lengths.data(), starts.data(),
                         MPI_CHAR, 0, comm.native()),
             "MPI_Gatherv");
  say(comm, all);
}

void verify(mpi::CommunicatorView comm, bool ok, const std::string& claim) {
  mpi::agree(comm, ok, "this should be so and is not: " + claim);
  say(comm, "ok: " + claim);
}

void draw(const DistMatrix<double>& table, const std::string& picture) {
  const auto path = std::filesystem::path(picture);
  const std::string csv = std::filesystem::path(path).replace_extension(".csv");
  io::save(csv, table);
  say(table.comm(), "wrote " + csv);
  if (table.comm().rank() != 0) return;
  const std::string script = fmt::format("{}/{}.gnuplot", ASHLAR_DEMO_PLOTS, path.stem().string());
  const bool is_drawn = runs({"gnuplot", "-c", script, csv, picture});
  say(table.comm(), is_drawn ? "drew " + picture
                             : "skipped " + picture + ": gnuplot (Debian's gnuplot-nox) fails");
}

Index sum_over_ranks(mpi::CommunicatorView comm, Index count) {
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT64_T, MPI_SUM, comm.native()),
             "MPI_Allreduce");
  return count;
}

Steps::Steps(mpi::CommunicatorView comm) : comm_(comm) {
  comm_.barrier();
  start_ = MPI_Wtime();
}

void Steps::done(const std::string& what) {
  comm_.barrier();
  const double now = MPI_Wtime();
  say(comm_, fmt::format("[{:7.3f} s] {}", now - start_, what));
  start_ = MPI_Wtime();
}

}  // namespace ashlar::demos
