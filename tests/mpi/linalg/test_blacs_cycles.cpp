// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/wrap.hpp>

#include <unistd.h>

#include <fstream>

#include "oracle.hpp"

extern "C" void Cigsum2d(int context, const char* scope, const char* top, int m, int n, int* a,
                         int lda, int row, int col);

using namespace ashlar;
using namespace ashlar::test;

namespace {

Index resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  Index total = 0, resident = 0;
  statm >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// True if the grid of all ranks computes the sum of one number per rank.
bool can_talk(int context) {
  int sum = 1;
  Cigsum2d(context, "All", " ", 1, 1, &sum, 1, -1, -1);
  return sum == world().size();
}

}  // namespace

// Each grid that is not freed costs about 27 KiB and several communicators, of which MPI has few
// tens of thousands.
TEST_CASE("blacs_context: 20,000 communicators with a grid come and go without a trace") {
  constexpr int cycles = 20000;
  const RankMap ranks({1, world().size()}, GridOrder::Row);
  Index warm = 0;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    if (cycle == cycles / 10) warm = resident_bytes();
    const auto comm = mpi::Communicator::duplicate(world());
    const int context = blacs_context(comm, ranks);
    if (cycle % 1000 == 0)
      check_all(world(), can_talk(context), concat("the grid is dead in cycle ", cycle));
  }
  const Index grown = resident_bytes() - warm;
  check_all(world(), grown < 4 << 20, concat("memory grew by ", grown, " bytes"));
}
