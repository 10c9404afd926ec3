// SPDX-License-Identifier: BSD-3-Clause
#include "demo.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <numeric>
#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/io/png.hpp>
#include <ashlar/io/whole_file.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>

namespace ashlar::demos {

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

void draw(mpi::CommunicatorView comm, const std::string& path, const io::Chart& chart) {
  io::write_whole_file(comm, path, chart.to_svg());
  say(comm, "drew " + path);
}

void draw(mpi::CommunicatorView comm, const std::string& path, const io::Image& image) {
  if (!io::png_is_available()) return say(comm, "without libpng, " + path + " is not drawn");
  io::save_png(comm, path, image);
  say(comm, "drew " + path);
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
