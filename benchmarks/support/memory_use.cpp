// SPDX-License-Identifier: BSD-3-Clause
#include "support/memory_use.hpp"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/check.hpp>
#include <ashlar/mpi/context.hpp>

namespace ashlar::bench {
namespace {

/// Value in bytes of a line of /proc/self/status.
Index status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key + ":")) return Index{1024} * std::stoll(line.substr(key.size() + 1));
  throw FileError("/proc/self/status", "has no line " + key);
}

/// Resets the peak that Linux records for this process.
void restart_peak() {
  std::ofstream file("/proc/self/clear_refs");
  file << 5 << std::flush;
  if (!file) throw FileError("/proc/self/clear_refs", "cannot be written");
}

/// Bytes of the node in shared segments.
Index pool_bytes(mpi::CommunicatorView comm) {
  const mpi::PoolStatistics pool = mpi::Context::of(comm).memory().shared;
  return pool.live_bytes + pool.idle_bytes;
}

}  // namespace

MemoryUse memory_use_of(mpi::CommunicatorView comm, const std::function<void()>& run) {
  malloc_trim(0);
  const Index pool = pool_bytes(comm);
  Index resident = 0, shared = 0;
  mpi::together(comm, [&] {
    restart_peak();
    resident = status_bytes("VmRSS");
    shared = status_bytes("RssShmem");
  });
  comm.barrier();
  run();
  std::array<std::int64_t, 2> mine{}, all{};
  mpi::together(comm, [&] {
    const Index mapped = status_bytes("RssShmem") - shared;
    mine = {status_bytes("VmHWM") - resident - mapped, status_bytes("VmRSS") - resident - mapped};
  });
  if (comm.rank() == 0)
    for (std::int64_t& bytes : mine) bytes += pool_bytes(comm) - pool;
  mpi::check(MPI_Allreduce(mine.data(), all.data(), 2, MPI_INT64_T, MPI_SUM, comm.native()),
             "MPI_Allreduce");
  return {std::max<Index>(0, all[0]), std::max<Index>(0, all[1])};
}

}  // namespace ashlar::bench
