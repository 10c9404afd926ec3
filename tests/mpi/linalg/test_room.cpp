// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include <ashlar/base/error.hpp>
#include <linalg/node/room.hpp>

#include <support/mpi_test.hpp>

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE(
    "room: a rank that fails within a routine leaves no rank waiting, and the next one works") {
  node::Room& room = node::Room::of(world());
  if (!room.is_available()) return;
  for (int failing = 0; failing < world().size(); ++failing) {
    room.begin(world().size());
    bool has_thrown = false;
    try {
      node::guarded(room, [&] {
        if (room.rank() == failing) throw ArgumentError("planted");
        room.meet();
      });
      room.end();
    } catch (const Error&) {
      has_thrown = true;
    }
    check_all(world(), has_thrown, "rank " + std::to_string(failing) + " failed alone");

    room.begin(world().size());
    room.finish(3);
    for (int r = 0; r < world().size(); ++r) room.wait_for(r, 3);
    room.meet();
    room.end();
  }
}

TEST_CASE("room: ranks outside the crew wait for its end") {
  node::Room& room = node::Room::of(world());
  if (!room.is_available()) return;
  const int crew = (world().size() + 1) / 2;
  auto memory = room.context().allocate(room.rank() == 0 ? 64 * world().size() : 0);
  auto* seen = memory.part_of(0).as<int>();
  for (int round = 1; round <= 100; ++round) {
    room.begin(crew);
    if (room.is_in_crew()) seen[16 * room.rank()] = round;
    room.end();
    bool is_complete = true;
    for (int r = 0; r < crew; ++r) is_complete = is_complete && seen[16 * r] == round;
    check_all(world(), is_complete, "somebody left before the crew was through");
  }
}
