// SPDX-License-Identifier: BSD-3-Clause
#include "selftest_probes.hpp"

#include <array>
#include <limits>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/plan.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::apps {
namespace {

Finding library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  mpi::check(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
  const std::string version(text.data(), static_cast<std::size_t>(length));
  return {"mpi", true, version.substr(0, version.find_first_of(",\n"))};
}

Finding threads() {
  int level = 0;
  mpi::check(MPI_Query_thread(&level), "MPI_Query_thread");
  const char* name = level == MPI_THREAD_MULTIPLE     ? "multiple"
                     : level == MPI_THREAD_SERIALIZED ? "serialized"
                     : level == MPI_THREAD_FUNNELED   ? "funneled"
                                                      : "single";
  return {"threads", true, fmt::format("thread level {}", name)};
}

/// Open MPI gives unnecessarily long grids for some numbers of processes.
Finding dims() {
  int longer = 0, wrong = 0;
  constexpr int most = 400;
  for (int n = 1; n <= most; ++n) {
    std::array<int, 2> theirs{};
    mpi::check(MPI_Dims_create(n, 2, theirs.data()), "MPI_Dims_create");
    const std::vector<int> ours = dims_create(n, {0, 0});
    wrong += ours[0] * ours[1] != n || ours[0] > theirs[0];
    longer += theirs[0] > ours[0];
  }
  return {
      "dims_create", wrong == 0,
      fmt::format("MPI_Dims_create gives a longer grid than need be for {} of 1 to {} processes; "
                  "Ashlar's own is used",
                  longer, most)};
}

/// Sizes of types beyond 32 bits, which are wrong in some MPI libraries.
Finding large_counts() {
  MPI_Datatype thousands = MPI_DATATYPE_NULL, large = MPI_DATATYPE_NULL;
  constexpr int inner = 3000, outer = 1 << 20;
  mpi::check(MPI_Type_contiguous(inner, MPI_BYTE, &thousands), "MPI_Type_contiguous");
  mpi::check(MPI_Type_contiguous(outer, thousands, &large), "MPI_Type_contiguous");
  MPI_Count size = 0;
  mpi::check(MPI_Type_size_x(large, &size), "MPI_Type_size_x");
  mpi::check(MPI_Type_free(&large), "MPI_Type_free");
  mpi::check(MPI_Type_free(&thousands), "MPI_Type_free");
  const bool is_right = size == MPI_Count{inner} * outer;
  return {"large_counts", is_right,
          is_right ? "types beyond 2 GiB have their size"
                   : fmt::format("a type of {} bytes has {} according to MPI", Index{inner} * outer,
                                 static_cast<Index>(size))};
}

/// If block times processes exceeds 32 bits, MPI_Type_create_darray returns a type of wrong size
/// without an error: such types are refused.
Finding darray_guard() {
  const Layout layout({.shape = {2'000'000'000, 1}, .block = {1'000'000'000, 1}, .grid = {4, 1}});
  const bool is_refused = !why_no_darray(layout).empty();
  return {"darray_guard", is_refused,
          is_refused ? "blocks too large for MPI_Type_create_darray are refused"
                     : "blocks too large for MPI_Type_create_darray are not refused"};
}

Finding shared_memory(mpi::CommunicatorView world) {
  const Layout layout({.shape = {world.size(), 8}, .block = {1, 8}, .grid = {world.size(), 1}});
  const DistMatrix<double> a(world, layout);
  const mpi::Context& context = mpi::Context::of(world);
  return {"shared_memory", true,
          fmt::format("{} of {} ranks on the node of rank 0; matrices are {}", context.node_size(),
                      world.size(),
                      a.storage().is_shared() ? "in memory that they share"
                                              : "in the memory of each rank")};
}

/// Reads another rank's private memory (CMA), which containers forbid.
Finding peer_memory(mpi::CommunicatorView world) {
  const int ranks = world.size();
  const Layout rows({.shape = {ranks, ranks}, .block = {1, ranks}, .grid = {ranks, 1}});
  const Layout cols({.shape = {ranks, ranks}, .block = {ranks, 1}, .grid = {1, ranks}});
  std::vector<double> from(static_cast<std::size_t>(ranks)), to(from.size(), -1);
  auto a = DistMatrix<double>::wrap(world, rows, {from.data(), 1});
  auto b = DistMatrix<double>::wrap(world, cols, {to.data(), ranks});
  a.fill_with([](Index i, Index j) { return static_cast<double>(100 * i + j); });
  try {
    Plan<double> plan(world, transfers(rows, cols), {.transport = Transport::PeerMemory});
    plan.run(a, b);
  } catch (const ArgumentError&) {
    return {"peer_memory", true,
            "ranks cannot read each other's private memory; messages are used"};
  }
  int wrong = 0;
  for (Index i = 0; i < ranks; ++i)
    wrong += to[static_cast<std::size_t>(i)] != static_cast<double>(100 * i + world.rank());
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, world.native()),
             "MPI_Allreduce");
  return {"peer_memory", wrong == 0,
          wrong == 0 ? "ranks of a node read each other's private memory"
                     : fmt::format("{} numbers read from private memory are wrong", wrong)};
}

}  // namespace

std::vector<Finding> probe_mpi(mpi::CommunicatorView world) {
  return {library(),         threads(),      dims(),
          large_counts(),    darray_guard(), shared_memory(world),
          peer_memory(world)};
}

}  // namespace ashlar::apps
