// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "move/kernels/thread_team.hpp"

using ashlar::detail::ThreadTeam;

TEST_CASE("thread team: every part is made once, by as many threads as wanted") {
  for (const int size : {1, 2, 5}) {
    ThreadTeam team(size);
    CHECK(team.size() == size);
    for (int round = 0; round < 200; ++round) {
      const int parts = 1 + round % size;
      std::vector<int> made(static_cast<std::size_t>(parts));
      team.run(parts, [&](int part) { made[static_cast<std::size_t>(part)] += 1 + round; });
      CHECK(made == std::vector<int>(static_cast<std::size_t>(parts), 1 + round));
    }
  }
}

TEST_CASE("thread team: parts run at the same time") {
  ThreadTeam team(3);
  std::atomic<int> arrived = 0;
  team.run(3, [&](int) {
    ++arrived;
    while (arrived < 3) std::this_thread::yield();
  });
  CHECK(arrived == 3);
}

TEST_CASE("thread team: an exception of any part comes out when all are over") {
  ThreadTeam team(4);
  for (int bad = 0; bad < 4; ++bad) {
    std::atomic<int> over = 0;
    CHECK_THROWS_AS(team.run(4,
                             [&](int part) {
                               ++over;
                               if (part == bad) throw std::runtime_error("bad");
                             }),
                    std::runtime_error);
    CHECK(over == 4);
    team.run(4, [&](int) { --over; });
    CHECK(over == 0);
  }
}

TEST_CASE("thread team: a task within a task is made by its thread alone") {
  ThreadTeam team(2);
  std::atomic<int> made = 0;
  team.run(2, [&](int) { team.run(2, [&](int) { ++made; }); });
  CHECK(made == 4);
}
